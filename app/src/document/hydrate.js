// Brings the page to life once it is on the screen: what is seen first waits for nothing else.
(() => {
  const start = async () => {
    const script = document.documentElement.dataset.pkg;
    const module_or_path = fetch(script.replace(/\.js$/, "_bg.wasm"));
    const page = await import(script);
    await page.default({ module_or_path });
    // A slow device answers to input in between.
    await new Promise(done => setTimeout(done));
    page.hydrate();
  };
  // No frame is drawn of a page that nobody sees yet.
  if (document.hidden) start();
  else requestAnimationFrame(() => setTimeout(start));
})();
