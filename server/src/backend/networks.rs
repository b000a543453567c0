//! The server functions of networks: `Networks` over the store.

use wire::visitor::networks::{NetworkCard, NetworkView, Networks, SharedNetwork, UploadedNetwork};
use wire::{BackendError, BackendFuture, FieldError, NetworkId, SessionToken};

use crate::backend::Visitors;
use crate::networks::check_file;
use crate::store::NewNetwork;

impl Networks for Visitors {
    fn upload_network(
        &self,
        session: Option<SessionToken>,
        file: Vec<u8>,
        card: NetworkCard,
    ) -> BackendFuture<'_, UploadedNetwork> {
        Box::pin(async move {
            let invalid = |error: FieldError| BackendError::Invalid {
                field: error.field,
                reason: error.reason,
            };
            card.check().map_err(invalid)?;
            check_file(&file).map_err(invalid)?;
            let user = self.user(session).await?;
            let network = NewNetwork {
                id: NetworkId::of(&file),
                file,
                card: serde_json::to_string(&card).ok(),
            };
            let id = network.id;
            let kept = self.store.keep_network(user, network).await?;
            let new_session = kept.map_err(|many| invalid(FieldError::new("file", many)))?;
            Ok(UploadedNetwork { id, new_session })
        })
    }

    fn view_network(&self, id: NetworkId) -> BackendFuture<'_, Option<NetworkView>> {
        Box::pin(async move {
            let Some(SharedNetwork { file, card, owner }) = self.store.shared_network(id).await?
            else {
                return Ok(None);
            };
            let network = check_file(&file);
            let width = network.map_or(0, |network| network.width() as u16);
            Ok(Some(NetworkView {
                width,
                bytes: file.len() as u32,
                card,
                owner,
            }))
        })
    }
}
