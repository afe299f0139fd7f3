/** Everything read of SLVs lies under it: lists, counts, details, rounds, history. */
export const slvKey = ['slv'] as const
