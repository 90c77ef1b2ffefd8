// The mark that a user has left photos on this device: pages without any need none of the code that sends them.

const nameOf = (userId: string) => `registro.fotos.${userId}`;

/** Whether a user has left photos on this device. */
export function hasPendientes(userId: string): boolean {
  try {
    return localStorage.getItem(nameOf(userId)) !== null;
  } catch {
    return false;
  }
}

/** Sets the mark, or takes it away. */
export function mark(userId: string, isSet: boolean): void {
  try {
    if (isSet) localStorage.setItem(nameOf(userId), '1');
    else localStorage.removeItem(nameOf(userId));
  } catch {
    // Nothing can be kept here.
  }
}
