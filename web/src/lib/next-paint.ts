/**
 * Resolves after the next paint, so that a slow answer to a key or click waits
 * until what was pressed shows (INP).
 */
export const nextPaint = () =>
  new Promise<void>((resolve) =>
    requestAnimationFrame(() => setTimeout(resolve)),
  )
