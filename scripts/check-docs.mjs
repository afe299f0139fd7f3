// Paths that documents name: each is a file or folder of the repository.
import { posix } from 'node:path'

/** What `code` in a document looks like if it names a file or a folder. */
const pathPattern = /^(?:\.\/)?[\w@.*-]+(?:\/[\w@.*$-]+)*\/?$/
const sourcePattern = /\.(?:ts|tsx|mjs|css|sql)$/

const foldersOf = (files) => {
  const folders = new Set()
  for (const file of files) {
    let folder = posix.dirname(file)
    while (folder !== '.') {
      folders.add(folder)
      folder = posix.dirname(folder)
    }
  }
  return folders
}

/** `*` is any part of a name; the front of a path may be left out. */
const toPattern = (path) => {
  const escaped = path
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '[^/]*')
  return new RegExp(`(^|/)${escaped}(\\.tsx?)?$`)
}

/**
 * The paths that a line names: links, `code` that is a source file or begins
 * with a folder of the repository, and files in commands.
 */
function findPaths(line, isTopFolder) {
  const firstGroups = (pattern) =>
    [...line.matchAll(pattern)].map(([, path]) => path)
  const isPath = (code) => {
    const hasDot = /\w\.\w/.test(code)
    if (!pathPattern.test(code) || !(code.includes('/') || hasDot)) return false
    return sourcePattern.test(code) || isTopFolder(code.split('/')[0])
  }
  const links = firstGroups(/\]\(([^)#\s]+)[^)]*\)/g)
  const code = firstGroups(/`([^`\s]+)`/g)
  const run = firstGroups(/\bnpx [^`]*?((?:src|test)\/[\w/.-]+\.test\.ts)/g)
  return {
    links: links.filter((path) => !/^(https?|mailto):/.test(path)),
    named: [...code.filter(isPath), ...run],
  }
}

/** The paths in Markdown files that don't exist, with their lines. */
export function findDeadPaths(files, readText) {
  const all = [...files, ...foldersOf(files)]
  const known = new Set(all)
  const top = new Set(all.filter((path) => !path.includes('/')))
  // Built, not in the repository.
  const isBuilt = (path) => path.startsWith('web/dist')
  const exists = (path) => {
    const pattern = toPattern(path.replace(/^\.\//, '').replace(/\/$/, ''))
    return isBuilt(path) || all.some((one) => pattern.test(one))
  }
  const problems = []
  for (const file of files.filter((path) => path.endsWith('.md'))) {
    for (const [index, line] of readText(file).split('\n').entries()) {
      const { links, named } = findPaths(line, (name) => top.has(name))
      const dead = [
        ...links.filter((path) => {
          const target = posix.join(posix.dirname(file), path)
          return !known.has(target.replace(/\/$/, ''))
        }),
        ...named.filter((path) => !exists(path)),
      ]
      for (const path of dead)
        problems.push(
          `${file}:${index + 1}: ${path} does not exist; name the file or folder as it is`,
        )
    }
  }
  return problems
}
