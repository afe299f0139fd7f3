// Each direct dependency has a row in docs/dependencies.md, and each row is of
// one. Each package with an install script is allowed or denied in
// package.json, and the lockfile names no registry.
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

/**
 * Packages with an install script that package.json neither allows nor denies,
 * and names there that have none.
 */
export function findUnreviewedScripts(readText) {
  const { packages } = JSON.parse(readText('package-lock.json'))
  const { allowScripts } = JSON.parse(readText('package.json'))
  const withScript = new Set(
    Object.entries(packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.split('node_modules/').at(-1)),
  )
  const reviewed = new Set(Object.keys(allowScripts))
  return [
    ...[...withScript.difference(reviewed)].map(
      (name) =>
        `package.json: allow or deny the install script of ${name} in allowScripts`,
    ),
    ...[...reviewed.difference(withScript)].map(
      (name) => `package.json: ${name} in allowScripts has no install script`,
    ),
  ]
}

/** Addresses of registries in the lockfile: others install from their own. */
export const findLockedAddresses = (readText) =>
  [
    ...readText('package-lock.json').matchAll(/"resolved": "(https?:[^"]+)"/g),
  ].map(
    ([, address]) =>
      `package-lock.json: ${address} is an address; keep omit-lockfile-registry-resolved in .npmrc`,
  )
