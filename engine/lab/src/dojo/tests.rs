use engine::checksum::crc32;
use proptest::prelude::*;

use super::deep_q;
use super::learner::{Exercise, Learner};
use super::self_play_scores;
use super::td_leaf;
use super::*;
use crate::dojo::past_games::PastGames;
use crate::train::{FloatNetwork, NetworkGradient, TrainingSample, sigmoid};

fn config(algorithm: Algorithm) -> DojoConfig {
    DojoConfig {
        seed: 5,
        neurons: 16,
        algorithm,
        games: 10,
        nodes: 20,
        test_pairs: 1,
        ..DojoConfig::default()
    }
}

/// One runner, one job after the other, up to a generation without a test going on.
fn run_alone(dojo: &mut Dojo, generation: u32) {
    let mut runner = JobRunner::new(*dojo.config());
    while dojo.generation() < generation || dojo.checkpoint().is_none() {
        match dojo.next_job() {
            Some(job) => {
                let result = runner.run(&job);
                dojo.record(job.id, result);
            }
            None => dojo.learn().unwrap(),
        }
    }
}

#[test]
fn any_number_of_runners_in_any_order_make_the_same_training() {
    for algorithm in Algorithm::ALL {
        let config = config(algorithm);
        let mut alone = Dojo::new(config).unwrap();
        run_alone(&mut alone, 3);

        let mut crowd = Dojo::new(config).unwrap();
        let mut runners = [(); 3].map(|()| JobRunner::new(config));
        let mut held: Vec<(Job, JobResult)> = Vec::new();
        let mut turn = 0;
        while crowd.generation() < 3 || crowd.checkpoint().is_none() {
            turn += 1;
            match crowd.next_job() {
                // Some runners die, others are slow.
                Some(job) if turn % 7 == 0 => crowd.requeue(job.id),
                Some(job) => {
                    let result = runners[turn % 3].run(&job);
                    held.push((job, result));
                }
                None if crowd.is_learning() => crowd.learn().unwrap(),
                None => {}
            }
            while held.len() > 4 || !held.is_empty() && turn % 5 == 0 {
                let (job, result) = held.swap_remove(turn % held.len());
                crowd.record(job.id, result.clone());
                crowd.record(job.id, result);
            }
        }
        assert_eq!(crowd.history(), alone.history(), "{algorithm}");
        assert_eq!(crowd.checkpoint(), alone.checkpoint(), "{algorithm}");
        assert!(alone.history().tests.len() >= 2, "{algorithm}");
    }
}

#[test]
fn a_training_taken_up_again_is_the_one_that_was_not_left() {
    for algorithm in Algorithm::ALL {
        let mut whole = Dojo::new(config(algorithm)).unwrap();
        run_alone(&mut whole, 4);
        let mut first = Dojo::new(config(algorithm)).unwrap();
        run_alone(&mut first, 2);
        let kept = first.checkpoint().unwrap();
        // Left in the middle of the next generation.
        let mut runner = JobRunner::new(config(algorithm));
        for _ in 0..4 {
            let job = first.next_job().unwrap();
            let result = runner.run(&job);
            first.record(job.id, result);
        }
        let mut second = Dojo::resume(&kept).unwrap();
        assert_eq!(second.checkpoint().as_ref(), Some(&kept));
        run_alone(&mut second, 4);
        assert_eq!(second.checkpoint(), whole.checkpoint(), "{algorithm}");
        assert_eq!(second.network(), whole.network());
    }
}

#[test]
fn a_training_goes_on_from_a_network_of_another() {
    let base = config(Algorithm::SelfPlayScores);
    let mut parent = Dojo::new(base).unwrap();
    run_alone(&mut parent, 2);
    let file = parent.network().file().to_vec();
    // Neurons and the first judge are the network's.
    let wanted = DojoConfig {
        neurons: 64,
        start: StartEval::Classic,
        ..base
    };
    let mut child = Dojo::from_network(wanted, &file).unwrap();
    assert_eq!(child.config().neurons, 16);
    let id = engine::checksum::content_id(&file);
    assert_eq!(child.parent().map(str::as_bytes), Some(&id[..]));
    let integers = |dojo: &Dojo| {
        let network = engine::eval::nnue::Network::read(dojo.network().file()).unwrap();
        let provenance = network.parameters().provenance;
        let parameters = engine::eval::nnue::NetworkParameters {
            provenance: String::new(),
            ..network.parameters()
        };
        (parameters, provenance)
    };
    assert_eq!(integers(&child).0, integers(&parent).0);
    assert!(integers(&child).1.contains(child.parent().unwrap()));
    let first = child.next_job().unwrap();
    assert_eq!(
        first.task,
        Task::Practice(EvalSource::Network(child.network().clone()))
    );
    child.requeue(first.id);

    // Left and taken up again, it is the same.
    run_alone(&mut child, 1);
    let kept = child.checkpoint().unwrap();
    let mut again = Dojo::resume(&kept).unwrap();
    for dojo in [&mut child, &mut again] {
        run_alone(dojo, 2);
    }
    assert_eq!(child.checkpoint(), again.checkpoint());
    assert_ne!(integers(&child).0, integers(&parent).0);
}

#[test]
fn a_network_that_is_not_the_dojos_is_not_trained_on() {
    let refused = |width, outputs| {
        let shape = crate::train::NetworkShape { width, outputs };
        let network =
            FloatNetwork::new(shape, 1).quantised(crate::train::SELF_RAISED, String::new());
        let file = network.unwrap().write();
        Dojo::from_network(config(Algorithm::TdLeaf), &file).map(|dojo| dojo.config().neurons)
    };
    assert_eq!(refused(32, 1), Ok(32));
    // Narrower than a size that there is.
    assert_eq!(refused(48, 1), Ok(64));
    assert_eq!(refused(32, 8), Err(NotTrainable::Shape));
    assert_eq!(refused(96, 1), Err(NotTrainable::Shape));
    let error = Dojo::from_network(config(Algorithm::TdLeaf), b"no network");
    assert!(matches!(error, Err(NotTrainable::Format(_))));
}

#[test]
fn other_settings_make_other_networks() {
    let mut networks = Vec::new();
    let base = config(Algorithm::SelfPlayScores);
    let others = [
        base,
        DojoConfig { seed: 6, ..base },
        DojoConfig {
            neurons: 32,
            ..base
        },
        DojoConfig {
            start: StartEval::Material,
            ..base
        },
        config(Algorithm::TdLeaf),
        config(Algorithm::DeepQ),
    ];
    for config in others {
        let mut dojo = Dojo::new(config).unwrap();
        run_alone(&mut dojo, 1);
        networks.push(dojo.network().file().to_vec());
    }
    networks.sort_unstable();
    networks.dedup();
    assert_eq!(networks.len(), others.len());
}

/// The page's is compared with the same checksum (`tests/tests/browser/dojo.rs`). It changes with the
/// engine's search.
#[test]
fn the_command_line_raises_what_the_page_does() {
    let mut dojo = Dojo::new(DojoConfig {
        neurons: 16,
        test_pairs: 1,
        ..DojoConfig::default()
    })
    .unwrap();
    let mut runner = JobRunner::new(*dojo.config());
    while dojo.generation() < 1 {
        match dojo.next_job() {
            Some(job) => {
                let result = runner.run(&job);
                dojo.record(job.id, result);
            }
            None => dojo.learn().unwrap(),
        }
    }
    let file = dojo.network().file();
    assert_eq!(file[file.len() - 4..], [0x78, 0xd6, 0x6b, 0x9b]);
}

/// Practice games of random weights.
fn practice_games(algorithm: Algorithm) -> (Learner, Vec<PracticeGame>) {
    let config = config(algorithm);
    let mut dojo = Dojo::new(config).unwrap();
    let mut runner = JobRunner::new(config);
    let mut games = Vec::new();
    for _ in 0..4 {
        let job = dojo.next_job().unwrap();
        let JobResult::Practice(game) = runner.run(&job) else {
            panic!("practice comes first");
        };
        games.push(game);
    }
    (Learner::new(&config), games)
}

/// Compares the gradient over exercises with the slope of `loss` at the largest derivatives.
fn check_gradient(
    network: &FloatNetwork,
    exercises: &[Exercise],
    loss: impl Fn(&FloatNetwork) -> f64,
) {
    let mut gradient = NetworkGradient::new(network.shape);
    let each = exercises.iter().map(|(sample, target)| (sample, *target));
    network.gradient(each, &mut gradient);
    let mut largest: Vec<usize> = (0..gradient.derivatives.len()).collect();
    largest.sort_by(|&a, &b| {
        let size = |index: usize| gradient.derivatives[index].abs();
        size(b).total_cmp(&size(a))
    });
    for &index in &largest[..30] {
        const STEP: f32 = 1e-3;
        let moved = |by: f32| {
            let mut network = network.clone();
            network.parameters[index] += by;
            loss(&network)
        };
        let slope = (moved(STEP) - moved(-STEP)) / f64::from(2.0 * STEP);
        let derivative = f64::from(gradient.derivatives[index]);
        // Some neuron is so near to where it is clipped that a step gets there.
        let tolerance = 2e-3 + 0.05 * derivative.abs();
        assert!(
            (slope - derivative).abs() < tolerance,
            "{slope} {derivative}"
        );
    }
}

fn squared_errors(network: &FloatNetwork, exercises: &[Exercise]) -> f64 {
    network.loss(exercises.iter().map(|(sample, target)| (sample, *target)))
}

#[test]
fn self_play_scores_follow_the_slope_of_their_squared_error() {
    let (learner, games) = practice_games(Algorithm::SelfPlayScores);
    let past = PastGames {
        games: games.into_iter().map(|game| game.record).collect(),
        evaluated_by_chance: false,
    };
    let exercises = self_play_scores::exercises([&past], &mut engine::rng(1)).unwrap();
    check_gradient(&learner.network, &exercises, |network| {
        squared_errors(network, &exercises)
    });
}

#[test]
fn deep_q_learning_follows_the_slope_at_a_fixed_target() {
    let (learner, games) = practice_games(Algorithm::DeepQ);
    let past = PastGames {
        games: games.into_iter().map(|game| game.record).collect(),
        evaluated_by_chance: true,
    };
    let target = learner.quantised(String::new()).unwrap();
    let mut evaluator = target.eval().evaluator();
    let buffer = deep_q::ReplayBuffer::new([&past]);
    let mut rng = engine::rng(2);
    let exercises: Vec<Exercise> = (0..200)
        .filter_map(|_| deep_q::exercise(&buffer.draw(&mut rng).unwrap(), &mut *evaluator))
        .collect();
    assert!(exercises.len() > 150);
    check_gradient(&learner.network, &exercises, |network| {
        squared_errors(network, &exercises)
    });
}

#[test]
fn td_leaf_is_the_update_of_its_paper() {
    let (learner, games) = practice_games(Algorithm::TdLeaf);
    let network = &learner.network;
    let exercises = td_leaf::exercises(&games, network, &mut engine::rng(1)).unwrap();
    check_gradient(network, &exercises, |network| {
        squared_errors(network, &exercises)
    });
    // The paper: Δw = α Σ ∇J(t) Σ λ^(j − t) d(j), with d(j) = J(j + 1) − J(j). The error that is learnt
    // from, G(t) − J(t), is that sum.
    let scores = [0.5, 0.7, 0.2, 0.9];
    let (result, lambda) = (1.0, 0.8);
    let returns = crate::td_lambda::lambda_returns(&scores, result, lambda);
    for t in 0..scores.len() {
        let mut sum = 0.0;
        for j in t..scores.len() {
            let next = scores.get(j + 1).copied().unwrap_or(result);
            sum += lambda.powi((j - t) as i32) * (next - scores[j]);
        }
        assert!((returns[t] - scores[t] - sum).abs() < 1e-6, "{t}");
    }
}

#[test]
fn a_q_value_is_the_best_that_is_left_to_the_other_side() {
    use engine::eval::EvalConfig;
    use engine::eval::Evaluation;
    use engine::rules::Position;
    let mut material = EvalConfig::from(Evaluation::Material).evaluator();
    let exercise = |fen: &str, material: &mut dyn engine::eval::Evaluator| {
        deep_q::exercise(&Position::from_fen(fen).unwrap(), material)
    };
    let mate_in_one = exercise("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", &mut *material);
    assert_eq!(mate_in_one.unwrap().1, 1.0);
    let mated = exercise("4R1k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", &mut *material);
    assert_eq!(mated, None);
    // A queen can be taken: what is left is a pawn against a bare king, a hundred centipawns.
    let (_, taken) = exercise("7k/8/8/3q4/4P3/8/8/K7 w - - 0 1", &mut *material).unwrap();
    let expected = 0.5 + 0.99 * (sigmoid(0.4) - 0.5);
    assert!((taken - expected).abs() < 1e-6, "{taken} {expected}");
}

#[test]
fn what_is_no_training_is_refused_with_the_reason() {
    let mut dojo = Dojo::new(config(Algorithm::DeepQ)).unwrap();
    run_alone(&mut dojo, 1);
    let bytes = dojo.checkpoint().unwrap();
    let refused = |bytes: &[u8]| Dojo::resume(bytes).map(|_| ()).unwrap_err();
    assert_eq!(refused(b""), CheckpointError::Foreign);
    assert_eq!(refused(b"PONDERN\x02 a network"), CheckpointError::Foreign);
    let mut newer = bytes.clone();
    newer[7] = 9;
    assert_eq!(refused(&newer), CheckpointError::Version(9));
    for length in (8..bytes.len()).step_by(997) {
        assert_eq!(refused(&bytes[..length]), CheckpointError::Damaged);
    }
    for at in (8..bytes.len()).step_by(991) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 4;
        assert_eq!(refused(&damaged), CheckpointError::Damaged);
    }
}

#[test]
fn a_training_from_before_there_were_parents_goes_on() {
    let mut dojo = Dojo::new(config(Algorithm::TdLeaf)).unwrap();
    run_alone(&mut dojo, 1);
    let bytes = dojo.checkpoint().unwrap();
    // As version 1 had it: without the byte after the configuration, which says that there is no parent.
    let length = postcard::to_allocvec(dojo.config()).unwrap().len();
    let mut earlier = bytes.clone();
    earlier[7] = 1;
    assert_eq!(earlier.remove(8 + length), 0);
    let again = Dojo::resume(&with_checksum(earlier)).unwrap();
    assert_eq!(again.checkpoint(), Some(bytes));
}

fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - 4;
    let checksum = crc32(&bytes[..end]).to_le_bytes();
    bytes[end..].copy_from_slice(&checksum);
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_forged_training_is_refused_or_goes_on_without_a_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        head in any::<bool>(),
    ) {
        static KEPT: std::sync::LazyLock<Vec<u8>> = std::sync::LazyLock::new(|| {
            let mut dojo = Dojo::new(config(Algorithm::DeepQ)).unwrap();
            run_alone(&mut dojo, 1);
            dojo.checkpoint().unwrap()
        });
        let mut bytes = KEPT.clone();
        let range = if head { 8..60 } else { 8..bytes.len() };
        for (index, byte) in changes {
            let at = range.start + index.index(range.len());
            bytes[at] = byte;
        }
        if let Ok(mut dojo) = Dojo::resume(&with_checksum(bytes)) {
            // What it would play for long is not played.
            if dojo.config().nodes <= 1_000 {
                dojo.next_job();
            }
        }
    }
}

#[test]
fn a_sample_is_worth_what_its_exercise_says() {
    // Learning one exercise by heart moves the output there.
    let mut learner = Learner::new(&config(Algorithm::TdLeaf));
    let sample = TrainingSample::new(&engine::rules::Position::startpos(), 0, 1);
    for _ in 0..300 {
        learner.step(&[(sample, 0.8)], 0.01);
    }
    let learnt = sigmoid(learner.network.output(&sample));
    assert!((learnt - 0.8).abs() < 0.01, "{learnt}");
}
