import { useState } from 'react'
import type { SelectableAll } from '../data-table/selection-bar.tsx'

type Options = {
  /** The rows that are selected one by one. */
  ids: ReadonlySet<string>
  onChange: (ids: ReadonlySet<string>) => void
  /** The rows of this page, and how many rows match on all pages. */
  visible: readonly string[]
  total: number
  isTotalCut: boolean
  /** The parameters that find all of them. */
  query: Readonly<Record<string, string>>
  most: number
}

/**
 * Selects rows one by one, or all that match without loading them; another
 * query then starts with none.
 */
export const useSelectAll = ({
  ids,
  onChange,
  visible,
  total,
  isTotalCut,
  query,
  most,
}: Options) => {
  const [all, setAll] = useState<{
    query: string
    except: ReadonlySet<string>
  } | null>(null)
  const asText = JSON.stringify(query)
  const except = all?.query === asText ? all.except : null
  const isShown = new Set(visible)

  const change = (next: ReadonlySet<string>) => {
    // Without any row of this page, the selection was cleared.
    if (!except || next.size === 0) {
      setAll(null)
      return onChange(next)
    }
    const elsewhere = [...except].filter((id) => !isShown.has(id))
    setAll({
      query: asText,
      except: new Set([...elsewhere, ...visible.filter((id) => !next.has(id))]),
    })
  }

  return {
    ids: except ? new Set(visible.filter((id) => !except.has(id))) : ids,
    change,
    leaveOut: (left: readonly string[]) => {
      onChange(new Set([...ids].filter((id) => !left.includes(id))))
      if (except)
        setAll({ query: asText, except: new Set([...except, ...left]) })
    },
    /**
     * All that match, if they are selected: how the server finds them, and how
     * many.
     */
    matching: except && {
      query,
      except: [...except],
      count: total - except.size,
    },
    all: {
      total,
      isTotalCut,
      most,
      selected: except ? total - except.size : null,
      onSelect: () => setAll({ query: asText, except: new Set() }),
    } satisfies SelectableAll,
  }
}
