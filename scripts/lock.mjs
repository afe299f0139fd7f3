import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const claim = (path) => {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}

/**
 * Removes the lock of an owner that died. It is renamed first, so that only one
 * of several processes removes it.
 */
const removeStale = (path) => {
  const owner = readFileSync(path, 'utf8')
  if (owner === '' || isAlive(Number(owner))) return
  const aside = `${path}.${process.pid}`
  renameSync(path, aside)
  if (readFileSync(aside, 'utf8') !== owner) renameSync(aside, path)
  else rmSync(aside)
}

/**
 * Runs the work while no other process holds the same lock file. The file
 * contains the owner's process id.
 */
export async function withLock(path, work) {
  mkdirSync(dirname(path), { recursive: true })
  while (!claim(path)) {
    try {
      removeStale(path)
    } catch (error) {
      if (error.code !== 'ENOENT') throw error
    }
    await pause(100)
  }
  try {
    return await work()
  } finally {
    rmSync(path, { force: true })
  }
}
