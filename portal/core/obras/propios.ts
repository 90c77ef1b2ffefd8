/** The filters whose answer depends on the user: without a session there is none. */
export const PROPIOS = ['favoritas'];
