/**
 * Ends a sentence with a period, unless its last word or quotation has an
 * ending already: 'Acme Inc.', 'Why? “No.”'
 */
export const endSentence = (text: string): string => {
  const trimmed = text.trimEnd()
  return trimmed === '' || /[.!?…][”"’')\]]*$/.test(trimmed)
    ? trimmed
    : `${trimmed}.`
}

/**
 * Joins sentences. The last one keeps its own ending; empty ones are left out.
 */
export const joinSentences = (sentences: readonly string[]): string => {
  const given = sentences
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
  const last = given.length - 1
  return given
    .map((sentence, index) =>
      index === last ? sentence : endSentence(sentence),
    )
    .join(' ')
}
