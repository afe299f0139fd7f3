import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const take = (path) => {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}

/** Takes away the lock of an owner that died. Renamed first, so that of several who see it dead one removes it. */
const dropDead = (path) => {
  const owner = readFileSync(path, 'utf8')
  if (owner === '' || isAlive(Number(owner))) return
  const aside = `${path}.${process.pid}`
  renameSync(path, aside)
  if (readFileSync(aside, 'utf8') !== owner) renameSync(aside, path)
  else rmSync(aside)
}

/** Runs the work while no other process that asks for the same file does. The file holds the owner's pid. */
export async function withLock(path, work) {
  mkdirSync(dirname(path), { recursive: true })
  while (!take(path)) {
    try {
      dropDead(path)
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
