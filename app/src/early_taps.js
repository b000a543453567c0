// Keeps taps on the board until the page is hydrated.
(() => {
  const root = document.documentElement;
  const taps = (window.__earlyTaps = []);
  document.addEventListener("pointerdown", (event) => {
    if (root.hasAttribute("data-hydrated")) return;
    const cell = event.target instanceof Element && event.target.closest("[data-square]");
    if (cell) taps.push(cell.getAttribute("data-square"));
  });
})();
