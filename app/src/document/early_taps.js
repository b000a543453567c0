// Keeps taps on the board until the page is hydrated, and on that of a game until it can be played.
(() => {
  const root = document.documentElement;
  const taps = (window.__earlyTaps = []);
  document.addEventListener("pointerdown", (event) => {
    const cell = event.target instanceof Element && event.target.closest("[data-square]");
    if (!cell || (root.hasAttribute("data-hydrated") && !cell.closest(".still"))) return;
    taps.push(cell.getAttribute("data-square"));
  });
})();
