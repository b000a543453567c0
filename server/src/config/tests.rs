//! What is read of arguments and variables, and what is refused.

use std::path::Path;

use super::*;

fn read(arguments: &[&str], env: &[(&str, &str)]) -> Result<Command, ConfigError> {
    Command::read(arguments.iter().map(OsString::from), |name| {
        env.iter()
            .find(|(n, _)| *n == name)
            .map(|(_, value)| value.into())
    })
}

fn config(arguments: &[&str], env: &[(&str, &str)]) -> Config {
    match read(arguments, env) {
        Ok(Command::Serve(config)) => *config,
        other => panic!("expected a configuration, found {other:?}"),
    }
}

#[test]
fn nothing_said_means_this_machine_only_and_the_site_beside_the_program() {
    let config = config(&[], &[]);
    assert_eq!(config.addr.to_string(), "127.0.0.1:3000");
    assert_eq!(config.data, Path::new("data"));
    let program = std::env::current_exe().expect("a program");
    assert_eq!(config.site, program.with_file_name("site"));
    assert_eq!(config.threads, None);
    assert_eq!(config.metrics, None);
    assert_eq!(config.origin, None);
    assert!(!config.secure_cookies);
}

#[test]
fn an_argument_goes_before_the_environment() {
    let env = [
        ("PONDER_ADDR", "127.0.0.1:1"),
        ("PONDER_DATA", "/d"),
        ("PONDER_SITE", "/s"),
        ("PONDER_ORIGIN", "https://env.example"),
    ];
    let both = config(&["--addr", "0.0.0.0:2", "--data=/x"], &env);
    assert_eq!(both.addr.to_string(), "0.0.0.0:2");
    assert_eq!(both.data, Path::new("/x"));
    assert_eq!(both.site, Path::new("/s"));
    let origin = |arguments: &[&str]| config(arguments, &env).origin.map(|o| o.to_string());
    assert_eq!(origin(&[]).as_deref(), Some("https://env.example"));
    let given = origin(&["--origin", "http://given.example:8080"]);
    assert_eq!(given.as_deref(), Some("http://given.example:8080"));
    assert_eq!(config(&[], &env).addr.port(), 1);
}

#[test]
fn an_empty_variable_counts_as_not_set() {
    assert_eq!(config(&[], &[("PONDER_DATA", "")]).data, Path::new("data"));
}

#[test]
fn what_is_not_understood_is_named() {
    for (arguments, env, named) in [
        (&["--port", "3"][..], &[][..], "--port"),
        (&["--addr", "here"], &[], "here"),
        (&["--data"], &[], "--data"),
        (&["--origin", "chess.example"], &[], "--origin"),
        (
            &["--origin", "https://chess.example/x"],
            &[],
            "chess.example/x",
        ),
        (&[], &[("PONDER_ORIGIN", "chess")], "PONDER_ORIGIN"),
        (&["--threads", "0"], &[], "--threads"),
        (&["--threads", "1025"], &[], "1025"),
        (&["--proxies", "some"], &[], "--proxies"),
        (&["--nodes", "0"], &[("PONDER_NODES", "1")], "--nodes"),
        (&["--sockets", "0"], &[], "--sockets"),
        (&["--quota-mb", "0"], &[], "--quota-mb"),
        (&["--abuse-days", "0"], &[], "--abuse-days"),
        (&["extra"], &[], "extra"),
        (&["--metrics", "9090"], &[], "--metrics"),
        (&["--otlp", "collector:4318"], &[], "--otlp"),
        (&[], &[("PONDER_OTLP", "https://host")], "PONDER_OTLP"),
        (&[], &[("PONDER_METRICS", "9090")], "PONDER_METRICS"),
        (&["backup"], &[], "backup"),
        (&["backup", ""], &[], "<PATH>"),
        (&["backup", "a", "b"], &[], "backup"),
        (&["ban"], &[], "ban"),
        (&["ban", "a", "b"], &[], "ban"),
        (&["ban", ""], &[], "<TARGET>"),
        (&["ban", "Anna", "--days", "0"], &[], "--days"),
        (&["ban", "Anna", "--reason", ""], &[], "--reason"),
        (&["remove", "Anna"], &[], "remove"),
        (&["remove", "game", "x"], &[], "remove"),
        (&["audit", "x"], &[], "audit"),
        (&[], &[("PONDER_ADDR", "3000")], "PONDER_ADDR"),
        (&[], &[("PONDER_SECURE_COOKIES", "maybe")], "maybe"),
        (&[], &[("PONDER_NODES", "0")], "PONDER_NODES"),
        (&[], &[("PONDER_PROXIES", "-1")], "PONDER_PROXIES"),
        (
            &["--syzygy", "/s", "--tables", "off"],
            &[],
            "--tables is off",
        ),
        (&["--syzygy-verify=maybe"], &[], "--syzygy-verify"),
        (
            &[],
            &[("PONDER_SYZYGY_VERIFY", "x")],
            "PONDER_SYZYGY_VERIFY",
        ),
    ] {
        let error = read(arguments, env).expect_err("is refused").to_string();
        assert!(error.contains(named), "{error} does not name {named}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

#[test]
fn tables_lie_in_the_data_folder_unless_it_is_said_where() {
    let folder = |arguments: &[&str], env: &[(&str, &str)]| {
        let folder = config(arguments, env).tables_folder();
        folder.map(|folder| folder.display().to_string())
    };
    let expect = |found: Option<String>, expected: Option<&str>| {
        assert_eq!(found.as_deref(), expected);
    };
    expect(folder(&["--data", "/d"], &[]), Some("/d/tables"));
    expect(folder(&["--tables", "/t"], &[]), Some("/t"));
    expect(
        folder(&["--tables", "off"], &[("PONDER_TABLES", "/t")]),
        None,
    );
    expect(folder(&[], &[("PONDER_TABLES", "off")]), None);
    assert!(!config(&["--syzygy", "/s"], &[]).syzygy_verify);
    assert!(config(&["--syzygy-verify"], &[]).syzygy_verify);
    assert!(config(&[], &[("PONDER_SYZYGY_VERIFY", "1")]).syzygy_verify);
}

#[test]
fn a_copy_names_both_stores() {
    let read = |to: &str| self::read(&["copy", "--from", "data", "--to", to], &[]);
    let folder = |name: &str| StoreLocation::Folder(name.into());
    let copy = super::Command::Copy {
        from: folder("data"),
        to: folder("other"),
    };
    assert_eq!(read("other").ok(), Some(copy));
    let url = "postgres://ponder:secret@host/ponder";
    match read(url) {
        Ok(super::Command::Copy { to, .. }) => {
            assert_eq!(to.to_string(), "postgres://host/ponder");
        }
        Ok(other) => panic!("{other:?}"),
        Err(error) => assert!(error.to_string().contains("without PostgreSQL"), "{error}"),
    }
    assert!(self::read(&["copy", "--from", "data"], &[]).is_err());
}

#[test]
fn a_database_is_the_store_of_all_commands() {
    let url = "postgres://ponder:secret@host/ponder";
    let read = |arguments: &[&str]| self::read(arguments, &[("PONDER_DATABASE", url)]);
    for wrong in ["mysql://u:secret@host", "'postgres://u:secret@host/p'"] {
        let error = self::read(&["--database", wrong], &[]).err();
        let error = error.expect("is refused").to_string();
        assert!(error.contains("--database: expected"), "{error}");
        assert!(!error.contains("secret"), "{error}");
    }
    if cfg!(feature = "postgres") {
        let Ok(super::Command::Audit { store }) = read(&["audit"]) else {
            panic!("the orders of a database");
        };
        assert_eq!(store.to_string(), "postgres://host/ponder");
        let refused = read(&["backup", "b"]).err();
        assert!(refused.is_some_and(|error| error.to_string().contains("pg_dump")));
    } else {
        let error = read(&[]).expect_err("is refused").to_string();
        assert!(error.contains("without PostgreSQL"), "{error}");
        assert!(!error.contains("secret"), "{error}");
    }
}

#[test]
fn a_backup_is_of_the_data_folder_wherever_that_is_said() {
    for arguments in [
        ["backup", "b", "--data", "/d"],
        ["--data", "/d", "backup", "b"],
    ] {
        assert_eq!(
            read(&arguments, &[]).ok(),
            Some(Command::Backup {
                data: "/d".into(),
                to: "b".into()
            })
        );
    }
}

#[test]
fn an_order_names_its_target_and_may_say_why() {
    let read = read(
        &[
            "ban",
            "192.0.2.0/24",
            "--days=7",
            "--reason",
            "floods",
            "--data",
            "/d",
        ],
        &[],
    );
    let order = Order {
        action: Action::Ban,
        target: "192.0.2.0/24".to_owned(),
        days: Some(7),
        reason: Some("floods".to_owned()),
    };
    let store = StoreLocation::Folder("/d".into());
    assert_eq!(read.ok(), Some(Command::Moderate { store, order }));
    let audit = super::Command::Audit {
        store: StoreLocation::Folder("/d".into()),
    };
    assert_eq!(self::read(&["audit", "--data=/d"], &[]).ok(), Some(audit));
}

#[test]
fn help_is_answered_whatever_else_is_there() {
    let Ok(Command::Print(help)) = read(&["--help"], &[("PONDER_ADDR", "x")]) else {
        panic!("expected the help");
    };
    for option in CommandLine::command().get_arguments() {
        let name = variable(option.get_long().expect("a name"));
        assert!(help.contains(&format!("({name}")), "{name}: {help}");
    }
}
