// Each direct dependency has a row in docs/dependencies.md, and each row is of
// one.
const document = 'docs/dependencies.md'

/** Types leave with what they describe; workspaces are our own. */
const needsRow = (name) => !/^@(?:types|portal)\//.test(name)

const listDependencies = (text) => {
  const { dependencies, devDependencies } = JSON.parse(text)
  return Object.keys({ ...dependencies, ...devDependencies }).filter(needsRow)
}

const listRows = (text) =>
  [...text.matchAll(/^\| (\S+) \|(?!-)/gm)]
    .map(([, name]) => name)
    .filter((name) => name !== 'package')

/** Dependencies without a row, and rows without a dependency. */
export function findUnexplainedDependencies(files, readText) {
  const used = new Set(
    files
      .filter((file) => /(?:^|\/)package\.json$/.test(file))
      .flatMap((file) => listDependencies(readText(file))),
  )
  const rows = new Set(listRows(readText(document)))
  const missing = [...used.difference(rows)]
  const needless = [...rows.difference(used)]
  return [
    ...missing.map((name) => `${document}: ${name} has no row`),
    ...needless.map((name) => `${document}: ${name} is not a dependency`),
  ]
}
