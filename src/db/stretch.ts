/** Tests stretch the waits for the database: on a machine with much else to do they are no sign that it is in trouble. */
export const STRETCH = Number(process.env.TEST_STRETCH ?? 1);
