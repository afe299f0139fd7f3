import { Autocomplete, Checkbox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { isThere, vendorsQuery } from './vendors.ts'

type VendorInputProps = {
  value: string
  onChange: (name: string) => void
  /** Vendors of like names are there, and it is not said yet which is meant. */
  problem: string | null
  /** Said to be another than those. */
  isNew: boolean
  onNew: (isNew: boolean) => void
}

/** One of the vendors, or a new one by its name. */
export const VendorInput = ({ value, onChange, problem, isNew, onNew }: VendorInputProps) => {
  const name = value.trim()
  const [wanted] = useDebouncedValue(name, 200)
  const { data, isPlaceholderData } = useQuery({ ...vendorsQuery(wanted), meta: { quiet: true } })
  const vendors = data?.items ?? []
  const isKnown = wanted === name && data !== undefined && !isPlaceholderData
  const isUnheard = wanted !== '' && isKnown && !isThere(wanted, vendors)
  const hasTwins = isUnheard && vendors.length > 0
  return (
    <>
      <Autocomplete
        label="Vendor"
        placeholder="By the mail domain"
        description={
          isUnheard && (isNew || !hasTwins)
            ? `${wanted} is new: the vendor is made with this invite.`
            : 'Left empty, it is the vendor whose people have that mail domain.'
        }
        error={problem}
        data={[...new Set(vendors.map((vendor) => vendor.name))]}
        value={value}
        onChange={onChange}
        maxLength={200}
        limit={50}
        openOnFocus={false}
        maxDropdownHeight={140}
        // Over the addresses, never over what will be skipped or the buttons.
        comboboxProps={{ position: 'top', middlewares: { flip: false, shift: true } }}
      />
      {(hasTwins || isNew) && (
        <Checkbox
          label={`${name} is a new vendor`}
          checked={isNew}
          onChange={(event) => onNew(event.currentTarget.checked)}
        />
      )}
    </>
  )
}
