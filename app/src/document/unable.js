// Says so where the page cannot be brought to life.
addEventListener("unhandledrejection", (event) => {
  const root = document.documentElement;
  if (root.hasAttribute("data-hydrated") || document.querySelector(".broken")) return;
  const able = typeof WebAssembly === "object";
  // Said here, so the console need not say it.
  if (!able) event.preventDefault();
  const line = document.createElement("p");
  line.className = "trouble broken";
  line.setAttribute("role", "alert");
  line.textContent = able
    ? "Ponder could not be started. Reload the page; if that does not help, try another browser."
    : "Ponder needs WebAssembly to play, and this browser does not run it.";
  document.body.append(line);
});
