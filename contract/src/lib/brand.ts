/**
 * Puts the buyer's run-time name into a text of the catalog ('Failed to check
 * {buyer} Loan Number').
 */
export const branded = (text: string, brandName: string) =>
  text.replaceAll('{buyer}', brandName)
