/**
 * The start of every query key of SLVs: lists, counts, details, rounds,
 * history.
 */
export const slvKey = ['slv'] as const
