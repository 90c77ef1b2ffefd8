import { createStore } from './store.ts';

/** The time from which nothing has come from the registry, or null while it answers. */
export const lostSince = createStore<Date | null>(null);

/** Called when no answer has come from the registry. */
export function noteLoss(): void {
  if (!lostSince.get()) lostSince.set(new Date());
}

/**
 * Called before a request to the registry. Its result is called when an answer has come: then there is a connection, unless
 * it was lost since the question.
 */
export function noteQuestion(): () => void {
  const before = lostSince.get();
  return () => {
    if (lostSince.get() === before) lostSince.set(null);
  };
}

/** Waits until there is a connection. */
export const untilConnected = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (lostSince.get()) return;
      stop();
      resolve();
    };
    const stop = lostSince.subscribe(look);
    look();
  });

/**
 * Notices that the browser went offline, and asks the registry whether it answers again: when the browser says that it
 * is back, and every few seconds meanwhile.
 */
export function watchConnection(): void {
  const tryAgain = async () => {
    if (!lostSince.get()) return;
    const noteAnswer = noteQuestion();
    try {
      await fetch('/portal/ajustes.json', { cache: 'no-store' });
      noteAnswer();
    } catch {
      // It is still away.
    }
  };
  window.addEventListener('offline', noteLoss);
  window.addEventListener('online', tryAgain);
  setInterval(tryAgain, 5_000);
  if (!navigator.onLine) noteLoss();
}
