import type { FastifyReply } from 'fastify'
import { html, sendPage } from '../lib/pages.ts'
import { accounts, getName } from './accounts.ts'

/** Grouped by company, in order of first appearance. */
const groups = [
  ...Map.groupBy(accounts, ({ company }) =>
    company.kind === 'BUYER' ? `${company.name} (staff)` : company.name,
  ),
]

type Chooser = {
  brand: string
  /**
   * Where the form is submitted, with the chosen `email` and the hidden fields.
   */
  action: string
  hidden: Record<string, string>
  /** The host that people return to. */
  returnTo: string
  /** Origins that the response can redirect to. */
  formActions: readonly string[]
}

/**
 * The page where people choose an account. Its script filters the list while
 * they type.
 */
export const sendChooser = (
  reply: FastifyReply,
  { brand, action, hidden, returnTo, formActions }: Chooser,
) =>
  sendPage(reply, {
    title: 'Choose an account',
    brand,
    script: 'chooser.js',
    policy: `form-action 'self' ${formActions.join(' ')}`,
    main: html`<h1>Choose an account</h1>
<p class="lead">You will continue to <strong>${returnTo}</strong>, signed in as the person you choose. These are fictional users, so no password is needed.</p>
<label for="search">Search accounts</label>
<input id="search" type="search" placeholder="Name or company" autocomplete="off" spellcheck="false">
<p class="count" role="status">${accounts.length} accounts</p>
<form method="post" action="${action}">
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${groups.map(
  ([company, people]) => html`<section data-company="${company}">
<h2>${company}</h2>
<ul class="accounts">
${people.map(
  (
    account,
  ) => html`<li><button class="account" name="email" value="${account.email}">
<span class="name">${getName(account)}</span> <span class="mail">${account.email}</span>
</button></li>`,
)}
</ul>
</section>`,
)}
</form>`,
  })
