//! One tab of somebody's: its copy of the game outlives the sockets that come and go.

use std::{collections::HashMap, mem, net::SocketAddr, time::Duration};

use serde_json::{Value, json};

use tokio::time::sleep;

use crate::live::{
    CommandAnswer, Mirror, Received, SocketRequest, Visitor, socket::PATIENCE, visitor::BREATH,
};

/// What is there to be read is read; nobody waits for more.
const GLANCE: Duration = Duration::from_millis(2);

/// A tab.
#[derive(Debug)]
pub struct Slot {
    cookie: Option<String>,
    place: Place,
    /// Moves and acts that were sent and not answered, by their ids.
    open: HashMap<u64, Value>,
    /// What is on its way still.
    pub held: Vec<Value>,
    /// Moves that were acknowledged, with the version.
    pub promised: Vec<(Value, u64)>,
}

#[derive(Debug)]
enum Place {
    Here(Box<Visitor>),
    Away(Box<Mirror>),
    /// While it changes.
    Between,
}

impl Slot {
    /// A tab of whoever has this cookie, without a socket.
    pub fn new(cookie: Option<&str>, mirror: Mirror) -> Self {
        Self {
            cookie: cookie.map(str::to_owned),
            place: Place::Away(Box::new(mirror)),
            open: HashMap::new(),
            held: Vec::new(),
            promised: Vec::new(),
        }
    }

    /// The game as this tab knows it.
    pub fn mirror(&self) -> &Mirror {
        match &self.place {
            Place::Here(visitor) => &visitor.mirror,
            Place::Away(mirror) => mirror,
            Place::Between => unreachable!("nobody looks then"),
        }
    }

    /// Whether it has a socket.
    pub fn is_here(&self) -> bool {
        matches!(self.place, Place::Here(_))
    }

    fn visitor(&mut self) -> Option<&mut Visitor> {
        match &mut self.place {
            Place::Here(visitor) => Some(visitor),
            _ => None,
        }
    }

    /// Opens a socket and asks for what was missed; by a version that is so much too old.
    ///
    /// # Panics
    /// When the server lets nobody in.
    pub async fn come(&mut self, addr: SocketAddr, too_old: u64) {
        let Place::Away(mirror) = mem::replace(&mut self.place, Place::Between) else {
            unreachable!("who is here does not come");
        };
        let way = SocketRequest::to(addr).with_cookie(self.cookie.as_deref());
        let socket = way.open().await.expect("the server lets a socket in");
        self.place = Place::Here(Box::new(Visitor::on(socket, *mirror)));
        self.resume(too_old).await;
    }

    /// Asks for what was missed, by a version that is so much too old.
    pub async fn resume(&mut self, too_old: u64) {
        let Some(visitor) = self.visitor() else {
            return;
        };
        let mut message = json!({ "type": "resume", "game": visitor.mirror.link() });
        if let Some(version) = visitor.mirror.version() {
            message["version"] = version.saturating_sub(too_old).into();
        }
        visitor.socket.send(&message).await;
    }

    /// Loses its socket, with or without a word; what is on the way is lost with it.
    pub async fn go(&mut self, says_goodbye: bool) {
        match mem::replace(&mut self.place, Place::Between) {
            Place::Here(visitor) => {
                let Visitor { socket, mirror, .. } = *visitor;
                match says_goodbye {
                    true => socket.close().await,
                    false => socket.break_off(),
                }
                self.place = Place::Away(Box::new(mirror));
            }
            away => self.place = away,
        }
        self.open.clear();
        self.held.clear();
    }

    /// Sends a move or an act.
    pub async fn send(&mut self, message: &Value) {
        if let Some(visitor) = self.visitor() {
            let id = visitor.ask(message.clone()).await;
            self.open.insert(id, message.clone());
        }
    }

    /// Reads what is there.
    ///
    /// # Errors
    /// What of it can't be true.
    pub async fn look(&mut self) -> Result<(), String> {
        self.read(GLANCE).await
    }

    /// Reads on until all that was asked is answered and all that was missed is told, and then what
    /// was told up to now.
    ///
    /// # Errors
    /// What of it can't be true, or never came.
    pub async fn settle(&mut self) -> Result<(), String> {
        while let Some(visitor) = self.visitor() {
            if visitor.is_put_off {
                visitor.is_put_off = false;
                sleep(BREATH).await;
                self.resume(0).await;
                continue;
            }
            if visitor.is_answered() && visitor.mirror.is_synced {
                break;
            }
            self.receive(PATIENCE).await?;
        }
        self.read(GLANCE).await
    }

    async fn read(&mut self, wait: Duration) -> Result<(), String> {
        while self.is_here() {
            if !self.receive(wait).await? {
                break;
            }
        }
        Ok(())
    }

    /// Takes one message, if one comes.
    async fn receive(&mut self, wait: Duration) -> Result<bool, String> {
        let Some(visitor) = self.visitor() else {
            return Ok(false);
        };
        match visitor.socket.receive_within(wait).await {
            Some(Received::Json(message)) => {
                visitor.take(&message)?;
                let answers: Vec<_> = visitor.answers().collect();
                for (id, answer) in answers {
                    self.answered(id, answer)?;
                }
                Ok(true)
            }
            Some(end) => Err(format!("expected a message, found {end:?}")),
            None if wait == PATIENCE => Err(format!("{:?} are never answered", self.open)),
            None => Ok(false),
        }
    }

    fn answered(&mut self, id: u64, answer: CommandAnswer) -> Result<(), String> {
        let asked = self.open.remove(&id);
        let asked = asked.ok_or_else(|| format!("{answer:?} to what nobody asked"))?;
        match answer {
            CommandAnswer::Ack(version) => {
                if asked["type"] == "move" {
                    self.promised.push((asked, version));
                }
                Ok(())
            }
            CommandAnswer::Nak(..) => Ok(()),
        }
    }
}
