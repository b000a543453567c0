// The engine's worker: the page's own package on the page's already compiled module. See
// app/src/engine_client. From engine_worker() on, Rust takes the messages.
self.onmessage = async ({ data: { js, module, flag } }) => {
  try {
    const ponder = await import(js);
    await ponder.default({ module_or_path: module });
    ponder.engine_worker(flag, js);
  } catch (error) {
    self.postMessage(String(error));
  }
};
