//! A NATS server.

use std::fs;
use std::io;
use std::path::PathBuf;

use crate::service::{Service, folder_of};

/// A running server; it ends when this is dropped.
#[derive(Debug)]
pub struct NatsServer {
    service: Service,
    program: PathBuf,
    port: u16,
    /// A file of settings.
    settings: Option<PathBuf>,
}

impl NatsServer {
    /// The variable that tells tests of a server.
    pub const VARIABLE: &str = "PONDER_TEST_NATS";

    /// Starts a server on a free port of 127.0.0.1; `None` where NATS is not installed.
    ///
    /// # Errors
    /// It does not start.
    pub fn start() -> io::Result<Option<Self>> {
        Self::start_with(None)
    }

    /// The same with these settings; it listens where it is told to here.
    ///
    /// # Errors
    /// As [`NatsServer::start`].
    pub fn start_with_settings(settings: &str) -> io::Result<Option<Self>> {
        Self::start_with(Some(settings))
    }

    fn start_with(settings: Option<&str>) -> io::Result<Option<Self>> {
        let name = "nats-server";
        let Some(folder) = folder_of(&[name], vec![PathBuf::from("/usr/sbin")]) else {
            return Ok(None);
        };
        let mut server = Self {
            service: Service::in_new_folder("nats")?,
            program: folder.join(name),
            port: 0,
            settings: None,
        };
        if let Some(settings) = settings {
            let file = server.service.folder().join("nats.conf");
            fs::write(&file, settings)?;
            server.settings = Some(file);
        }
        server.start_again()?;
        server.port = server.told_port()?;
        Ok(Some(server))
    }

    /// The server's address.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Ends it.
    ///
    /// # Errors
    /// It cannot be told.
    pub fn stop(&mut self) -> io::Result<()> {
        self.service.stop()
    }

    /// Starts it after [`NatsServer::stop`], on the port that it had.
    ///
    /// # Errors
    /// It does not start.
    pub fn start_again(&mut self) -> io::Result<()> {
        let folder = self.service.folder().to_owned();
        // Its own word for a free port.
        let port = match self.port {
            0 => "-1".to_owned(),
            port => port.to_string(),
        };
        let mut program = vec![self.program.clone().into_os_string()];
        program.extend(["-a".into(), "127.0.0.1".into(), "-p".into(), port.into()]);
        program.extend(["--ports_file_dir".into(), folder.clone().into()]);
        if let Some(settings) = &self.settings {
            program.extend(["--config".into(), settings.clone().into()]);
        }
        let is_ready = format!("ls {}/*.ports", folder.display());
        self.service.set_program(program, is_ready);
        self.service.start()
    }

    /// The port that its file of ports tells: `{"nats":["nats://127.0.0.1:40000"]…`.
    fn told_port(&self) -> io::Result<u16> {
        for entry in fs::read_dir(self.service.folder())? {
            let path = entry?.path();
            if path.extension().is_some_and(|kind| kind == "ports") {
                let ports = fs::read_to_string(path)?;
                let port = ports
                    .split_once("nats://127.0.0.1:")
                    .and_then(|(_, rest)| rest.split('"').next()?.parse().ok());
                return port.ok_or_else(|| io::Error::other(format!("no port in {ports}")));
            }
        }
        Err(io::Error::other("the server has told no port"))
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpStream;

    use super::*;

    #[test]
    fn a_server_goes_and_comes_back_where_it_was() {
        let Some(mut server) = NatsServer::start().expect("starts") else {
            return;
        };
        let address = ("127.0.0.1", server.port);
        TcpStream::connect(address).expect("is there");
        server.stop().expect("is told");
        assert!(TcpStream::connect(address).is_err());
        server.start_again().expect("starts");
        TcpStream::connect(address).expect("is there");
    }
}
