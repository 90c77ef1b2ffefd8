/**
 * By what tests multiply the service's own times: stretched, since on a machine with much else to do slowness is no sign
 * that the database is in trouble; or shortened, where it is about what happens once such a time has passed.
 */
export const STRETCH = Number(process.env.TEST_STRETCH ?? 1);
