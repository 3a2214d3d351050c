import { textOf, type Reducer } from './reducer.ts';

export interface Approval {
  readonly sequence: number;
  readonly callId: string | null;
  readonly tool: string;
  /** Sequence and outcome of the decision, null while it is open. */
  decision: { readonly sequence: number; readonly outcome: string; readonly reason: string } | null;
}

/** Approval requests with their decisions, paired by call id. */
export const approvals: Reducer<Approval[]> = {
  name: 'approvals',
  version: 1,
  initial: () => [],
  apply(state, { type, sequence, payload }) {
    if (type !== 'approval.request' && type !== 'approval.decision') return;
    const callId = typeof payload['tool_call_id'] === 'string' ? payload['tool_call_id'] : null;
    const request = { sequence, callId, tool: textOf(payload['tool']), decision: null };
    if (type === 'approval.request') {
      state.push(request);
      return;
    }
    const decision = { sequence, outcome: textOf(payload['outcome']), reason: textOf(payload['reason']) };
    const open = state.findLast((approval) => approval.decision === null && approval.callId === callId);
    if (open === undefined) state.push({ ...request, decision });
    else open.decision = decision;
  },
};
