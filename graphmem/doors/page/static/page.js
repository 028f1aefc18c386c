// Comfort only: without this file everything works, by the date field and its button.
"use strict";

(() => {
  const slide = document.getElementById("slide");
  const field = document.getElementById("as_of");
  if (!slide || !field) return;
  const day = 24 * 3600 * 1000;
  const first = Date.parse(slide.dataset.first + "T00:00:00Z");
  const last = Number(slide.max);
  slide.hidden = false;
  const show = () => {
    field.value = new Date(first + Number(slide.value) * day).toISOString().slice(0, 10);
    slide.setAttribute("aria-valuetext", field.value);
  };
  slide.setAttribute("aria-valuetext", field.value);
  slide.addEventListener("input", show);
  // A drag ends with one change; keys give one each, so the page waits for a pause.
  let waiting = 0;
  slide.addEventListener("change", () => {
    show();
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      sessionStorage.setItem("graphmem_slide", "1");
      field.form.requestSubmit();
    }, 400);
  });
  if (sessionStorage.getItem("graphmem_slide")) {
    sessionStorage.removeItem("graphmem_slide");
    slide.focus({ preventScroll: true });
  }
  field.addEventListener("input", () => {
    const at = Date.parse(field.value + "T00:00:00Z");
    if (!Number.isNaN(at)) slide.value = String(Math.max(0, Math.min(last, Math.round((at - first) / day))));
  });
})();
