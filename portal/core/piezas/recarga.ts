// A reload finds its place in the page again. The browser looks for it before a list has come, and then stays at the top.

const PLACE = 'registro.lugar-en-la-pagina';
/** The time that the page may take to come, in milliseconds. */
const LONGEST_LOAD = 60_000;
/** By these the user goes on. The router tells of the last one. */
const GOES_ON = ['keydown', 'pointerdown', 'wheel', 'touchstart', 'popstate', 'pushState'];

const address = () => location.pathname + location.search;

/** Keeps the place in the page for a reload, and goes there after one. To be called once, before anything is shown. */
export function keepPlaceOverReload(): void {
  addEventListener('pagehide', () =>
    sessionStorage.setItem(PLACE, JSON.stringify([address(), window.scrollY])),
  );
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const [kept, top] = JSON.parse(sessionStorage.getItem(PLACE) ?? '[]') as [string?, number?];
  if (navigation?.type !== 'reload' || kept !== address() || !top) return;
  // What comes after the list, such as how its works go, makes rows above the place higher. The browser would follow the row that
  // is in sight just then, which is another one.
  const { style } = document.documentElement;
  style.setProperty('overflow-anchor', 'none');
  let placed = window.scrollY;
  const growing = new ResizeObserver(() => {
    window.scrollTo(0, top);
    placed = window.scrollY;
  });
  // A scroll bar that is dragged tells of nothing else. A page that became shorter ends where it stands.
  const look = () => {
    const end = document.documentElement.scrollHeight - window.innerHeight;
    if (Math.abs(window.scrollY - placed) > 1 && window.scrollY < end - 1) stop();
  };
  const stop = () => {
    growing.disconnect();
    removeEventListener('scroll', look);
    style.removeProperty('overflow-anchor');
    for (const type of GOES_ON) removeEventListener(type, stop, true);
  };
  growing.observe(document.body);
  addEventListener('scroll', look, { passive: true });
  setTimeout(stop, LONGEST_LOAD);
  for (const type of GOES_ON) addEventListener(type, stop, { capture: true, passive: true });
}
