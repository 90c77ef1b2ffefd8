import { storedSession } from './guardada.ts';
import { questionOf } from './primeras.ts';

// Answers that were asked ahead of the page (`adelantar.ts`), which takes them as its own.

/** Milliseconds for which an answer is as good as a new one: as long as the page itself goes by what it has read. */
export const FRESH = 30_000;

interface Adelantada {
  token: string | undefined;
  at: number;
  answer: Promise<Response>;
}
const asked = new Map<string, Adelantada>();

/** Sends a read before the page asks for it. */
export function askAhead(path: string): Promise<Response> {
  const token = storedSession()?.token;
  const answer = fetch(path, token ? { headers: { authorization: `Bearer ${token}` } } : {});
  // The page that takes it says what went wrong.
  answer.catch(() => {});
  asked.set(questionOf(new URL(path, location.origin)), { token, at: Date.now(), answer });
  return answer;
}

/** The answer to a read that was asked ahead with the same session; undefined where it has to be asked. It is taken once. */
export function answerAhead({ method, url }: Request, token: string | undefined) {
  // After a write, what was read may be old.
  if (!['GET', 'HEAD'].includes(method)) asked.clear();
  const question = questionOf(new URL(url));
  const found = asked.get(question);
  asked.delete(question);
  const isGood = found && found.token === token && Date.now() - found.at < FRESH;
  return isGood ? found.answer : undefined;
}
