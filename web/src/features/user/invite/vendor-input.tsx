import { Autocomplete, Checkbox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { companiesQuery } from '../manage-queries.ts'

export const vendorsQuery = (name: string) =>
  companiesQuery({ search: name.slice(0, 100), kind: 'TPR_VENDOR', size: 50 })

const hasName = (name: string, vendors: readonly { name: string }[]) =>
  vendors.some((vendor) => vendor.name.toLowerCase() === name.toLowerCase())

/** Asks about a new name that is part of existing names; null for any other. */
export const similarVendorProblem = (name: string, vendors: readonly { name: string }[]): string | null => {
  const [first, ...others] = vendors
  if (!first || hasName(name, vendors)) return null
  const existing = others.length === 0 ? `${first.name} is there` : `${first.name} and ${others.length} more are there`
  return `${existing} already: choose from the list, or say that ${name} is a new vendor.`
}

type VendorInputProps = {
  value: string
  onChange: (name: string) => void
  problem: string | null
  isNew: boolean
  onNew: (isNew: boolean) => void
}

export const VendorInput = ({ value, onChange, problem, isNew, onNew }: VendorInputProps) => {
  const name = value.trim()
  const [wanted] = useDebouncedValue(name, 200)
  const { data, isPlaceholderData } = useQuery({ ...vendorsQuery(wanted), meta: { quiet: true } })
  const vendors = data?.items ?? []
  const isKnown = wanted === name && data !== undefined && !isPlaceholderData
  const isUnknown = wanted !== '' && isKnown && !hasName(wanted, vendors)
  const hasSimilar = isUnknown && vendors.length > 0
  return (
    <>
      <Autocomplete
        label="Vendor"
        placeholder="From the email domain"
        description={
          isUnknown && (isNew || !hasSimilar)
            ? `${wanted} is new. The vendor is created with this invite.`
            : 'If empty, the vendor is the one whose users have that email domain.'
        }
        error={problem}
        data={[...new Set(vendors.map((vendor) => vendor.name))]}
        value={value}
        onChange={onChange}
        maxLength={200}
        limit={50}
        openOnFocus={false}
        maxDropdownHeight={140}
        // Opens upward, so that it doesn't cover the buttons.
        comboboxProps={{ position: 'top', middlewares: { flip: false, shift: true } }}
      />
      {(hasSimilar || isNew) && (
        <Checkbox
          label={`${name} is a new vendor`}
          checked={isNew}
          onChange={(event) => onNew(event.currentTarget.checked)}
        />
      )}
    </>
  )
}
