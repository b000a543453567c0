//! A database of the browser (IndexedDB) with one store of values by key: room for megabytes.

use idb::{
    Database, DatabaseEvent, Factory, ObjectStoreParams, TransactionMode, TransactionResult,
};
use wasm_bindgen::JsValue;

/// A database with one store.
pub struct KeyValueStorage {
    database: Database,
    store: &'static str,
}

impl KeyValueStorage {
    /// Opens a database, which is made where there is none.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn open(database: &str, store: &'static str) -> Result<Self, String> {
        let open = async {
            let mut request = Factory::new()?.open(database, Some(1))?;
            request.on_upgrade_needed(move |event| {
                if let Ok(database) = event.database() {
                    // If this fails, the first transaction fails.
                    drop(database.create_object_store(store, ObjectStoreParams::new()));
                }
            });
            request.await
        };
        open.await
            .map(|database| Self { database, store })
            .map_err(|error: idb::Error| error.to_string())
    }

    /// All that is stored, in the order of the keys.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn read(&self) -> Result<Vec<(String, JsValue)>, String> {
        self.read_all().await.map_err(|error| error.to_string())
    }

    async fn read_all(&self) -> Result<Vec<(String, JsValue)>, idb::Error> {
        let stores = [self.store];
        let transaction = self
            .database
            .transaction(&stores, TransactionMode::ReadOnly)?;
        let store = transaction.object_store(self.store)?;
        let keys = store.get_all_keys(None, None)?.await?;
        let values = store.get_all(None, None)?.await?;
        let keys = keys.into_iter().map(|key| key.as_string());
        let pairs = keys.zip(values);
        Ok(pairs
            .filter_map(|(key, value)| Some((key?, value)))
            .collect())
    }

    /// A value by its key.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn get(&self, key: &str) -> Result<Option<JsValue>, String> {
        let get = async {
            let stores = [self.store];
            let transaction = self
                .database
                .transaction(&stores, TransactionMode::ReadOnly)?;
            let store = transaction.object_store(self.store)?;
            store.get(JsValue::from_str(key))?.await
        };
        get.await.map_err(|error: idb::Error| error.to_string())
    }

    /// Stores values by their keys, all or none.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn put(&self, values: &[(&str, JsValue)]) -> Result<(), String> {
        let put = async {
            let stores = [self.store];
            let transaction = self
                .database
                .transaction(&stores, TransactionMode::ReadWrite)?;
            let store = transaction.object_store(self.store)?;
            for (key, value) in values {
                store.put(value, Some(&JsValue::from_str(key)))?.await?;
            }
            transaction.commit()?.await
        };
        finished(put.await)
    }

    /// Removes values by their keys, all or none.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn delete(&self, keys: &[&str]) -> Result<(), String> {
        let delete = async {
            let stores = [self.store];
            let transaction = self
                .database
                .transaction(&stores, TransactionMode::ReadWrite)?;
            let store = transaction.object_store(self.store)?;
            // All at once: who leaves the page now leaves nothing behind.
            for key in keys {
                drop(store.delete(JsValue::from_str(key))?);
            }
            transaction.commit()?.await
        };
        finished(delete.await)
    }

    /// Removes all.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn clear(&self) -> Result<(), String> {
        let clear = async {
            let stores = [self.store];
            let transaction = self
                .database
                .transaction(&stores, TransactionMode::ReadWrite)?;
            transaction.object_store(self.store)?.clear()?.await?;
            transaction.commit()?.await
        };
        finished(clear.await)
    }
}

/// A transaction that the browser gives up without an error, for want of room, has stored nothing.
fn finished(result: Result<TransactionResult, idb::Error>) -> Result<(), String> {
    match result {
        Ok(result) if result.is_aborted() => Err("it has no room".to_owned()),
        Ok(_) => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}
