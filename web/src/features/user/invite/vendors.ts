import { companiesQuery } from '../manage-queries.ts'

/** The vendors whose names hold what is typed. */
export const vendorsQuery = (name: string) =>
  companiesQuery({ search: name.slice(0, 100), kind: 'TPR_VENDOR', size: 50 })

/** Whether a vendor has the very name, whatever its capitals. */
export const isThere = (name: string, vendors: readonly { name: string }[]) =>
  vendors.some((vendor) => vendor.name.toLowerCase() === name.toLowerCase())

/** Asks about a new name that is a part of names that are there: it may stand for one of them. Null without such. */
export const vendorTwins = (name: string, vendors: readonly { name: string }[]): string | null => {
  const [first, ...others] = vendors
  if (!first || isThere(name, vendors)) return null
  const there = others.length === 0 ? `${first.name} is there` : `${first.name} and ${others.length} more are there`
  return `${there} already: choose from the list, or say that ${name} is a new vendor.`
}
