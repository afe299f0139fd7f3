import { readdirSync } from 'node:fs'
import type { Endpoint } from '@portal/contract/lib/endpoint'

const contract = new URL('../../../contract/src/', import.meta.url)

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' &&
  value !== null &&
  'access' in value &&
  'about' in value &&
  'response' in value

/** Endpoints are exported by name or in a table. */
const within = (exported: unknown): Endpoint[] => {
  if (isEndpoint(exported)) return [exported]
  return typeof exported === 'object' && exported !== null
    ? Object.values(exported).filter(isEndpoint)
    : []
}

/** Every endpoint of the contract. */
export async function everyEndpoint(): Promise<Endpoint[]> {
  const files = readdirSync(contract, {
    recursive: true,
    encoding: 'utf8',
  }).filter((file) => /api\.ts$/.test(file))
  const modules = await Promise.all(
    files.map((file) => import(new URL(file, contract).href)),
  )
  return [
    ...new Set(
      modules.flatMap((module) => Object.values(module).flatMap(within)),
    ),
  ]
}

export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) =>
  `${method} ${path}`
