/** Every combination of one value per key. */
export function combine<T extends Record<string, readonly unknown[]>>(
  choices: T,
) {
  let rows: object[] = [{}]
  for (const [key, values] of Object.entries(choices))
    rows = rows.flatMap((row) =>
      values.map((value) => ({ ...row, [key]: value })),
    )
  return rows as { [K in keyof T]: T[K][number] }[]
}
