export const home = '/reporting/single-loan-variance'

/** A seller that no story changes, so their figures and lists are stable. */
export const quiet = 'Bramblecote Mortgage'
export const quietSearch = `sellers=${quiet.replace(' ', '+')}`
