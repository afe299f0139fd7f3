let held: string | null = null

/** Keeps LoanDock's ticket while the address is being cleaned of it. */
export const holdTicket = (loanDockId: string) => {
  held = loanDockId
}

/** The ticket, once: it is good for one log-in. */
export const takeTicket = () => {
  const ticket = held
  held = null
  return ticket
}
