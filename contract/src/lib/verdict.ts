/**
 * Whether a person may do something now; the first refusal, in the server's
 * order. Over the API, FORBIDDEN is 403, UNSEEN 404, and the others 409.
 */
export type Verdict =
  | {
      kind:
        | 'ALLOWED'
        | 'FORBIDDEN'
        | 'UNSEEN'
        | 'WRONG_STATUS'
        | 'NOT_YOUR_TURN'
    }
  | { kind: 'REFUSED'; why: string }
