// The version is written in package.json; the lockfile, the Helm chart and the
// newest release of the changelog agree with it (npm run release).

/** A release's heading in CHANGELOG.md, by Keep a Changelog. */
export const releaseHeading = /^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$/m

/** Where a version differs from that of package.json. */
export function findVersionDifferences(readText) {
  const { version } = JSON.parse(readText('package.json'))
  const lock = JSON.parse(readText('package-lock.json'))
  const chart = readText('deploy/helm/Chart.yaml')
  const written = {
    'package-lock.json': lock.version,
    'package-lock.json, packages': lock.packages[''].version,
    'deploy/helm/Chart.yaml, version': /^version: (.*)$/m.exec(chart)?.[1],
    'deploy/helm/Chart.yaml, appVersion': /^appVersion: "(.*)"$/m.exec(
      chart,
    )?.[1],
    'CHANGELOG.md, newest release': releaseHeading.exec(
      readText('CHANGELOG.md'),
    )?.[1],
  }
  return Object.entries(written)
    .filter(([, found]) => found !== version)
    .map(
      ([place, found]) =>
        `${place}: ${found} is not the version of package.json, ${version}: use npm run release`,
    )
}
