/** The field of a work's row that has its photo. */
export const campos = ['foto'];
