import { createStore, useStore } from './almacen.ts';

/** Since when nothing has come from the registry, or null while it answers. */
const lostSince = createStore<Date | null>(null);

/** Said by whatever asks the registry: an answer came, or none did. */
export function noteConnection(isThere: boolean): void {
  if (isThere) lostSince.set(null);
  else if (!lostSince.get()) lostSince.set(new Date());
}

/** Since when there is no connection, or null. While it is lost, saving is not offered. */
export const useLostConnection = (): Date | null => useStore(lostSince);

/**
 * Notices that the browser went offline, and asks the registry whether it answers again: when the browser says that it
 * is back, and every few seconds meanwhile.
 */
export function watchConnection(): void {
  const tryAgain = async () => {
    if (!lostSince.get()) return;
    try {
      await fetch('/portal/ajustes.json', { cache: 'no-store' });
      noteConnection(true);
    } catch {
      // It is still away.
    }
  };
  window.addEventListener('offline', () => noteConnection(false));
  window.addEventListener('online', tryAgain);
  setInterval(tryAgain, 5_000);
  if (!navigator.onLine) noteConnection(false);
}
