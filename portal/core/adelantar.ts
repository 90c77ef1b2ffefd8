import { askAhead } from './adelantadas.ts';
import { storedSession } from './guardada.ts';
import { CAMPOS_DE_PARTES } from './obras/campos-de-filas.ts';
import { firstQuestions } from './primeras.ts';

// Asks beside the entry for what the first page of a visit begins with: this module and those that it loads are a part of their
// own, which the shells of the first pages run as soon as it is there.

async function askFirst(): Promise<void> {
  const user = storedSession()?.user;
  const settings = askAhead('/portal/ajustes.json');
  // With a provisional password nothing else is answered.
  if (user?.mustChangePassword) return;
  if (!user) {
    const { lecturaPublica } = await (await settings).clone().json();
    if (!lecturaPublica) return;
  }
  const reader = { hasSession: user !== undefined, isAdmin: user?.roles === 'admin' };
  for (const path of firstQuestions(new URL(location.href), reader, CAMPOS_DE_PARTES)) {
    void askAhead(path);
  }
}

// Without an answer, or with one that is none of the registry's, the page asks itself.
askFirst().catch(() => {});
