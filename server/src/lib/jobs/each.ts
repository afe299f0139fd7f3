/** Does the work for each item in turn, also after failures, which are thrown together at the end. */
export async function forEachOf<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const errors: unknown[] = []
  let count = 0
  for (const item of items) {
    count++
    try {
      await work(item)
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${count} failed`)
}
