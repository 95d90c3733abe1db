import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiError, call, keyOf, refresh } from '#core/web/ask.ts'
import { toast } from '#core/web/toast.ts'
import {
  adjustOrder,
  approvePlan,
  continueOrder,
  drawPlan,
  listOrders,
  type Order,
  readOrder,
} from '../desk/contract.ts'
import type { Step } from '../journey/contract.ts'
import { readPlans, type Variant } from '../plan/contract.ts'
import { readCandidates } from '../talent/contract.ts'

/** What else pages show of an order; asked again whenever it moves. */
const FOLLOWING = [listOrders, readCandidates, readPlans]

/** Stores the server's latest answer about an order, for everything on the page that shows it. */
export function storeOrder(client: QueryClient, fresh: Order): void {
  client.setQueryData(keyOf(readOrder, { params: { id: fresh.id } }), fresh)
  void refresh(client, FOLLOWING)
}

/** Changes the stored order without asking for it again; nothing happens while it isn't stored. */
export function patchOrder(client: QueryClient, id: number, patch: Partial<Order>): void {
  client.setQueryData(
    keyOf(readOrder, { params: { id } }),
    (old: Order | undefined) => old && { ...old, ...patch },
  )
}

/** Fetches an order past the cache and stores it. */
export async function fetchOrder(client: QueryClient, id: number): Promise<Order> {
  const fresh = await call(readOrder, { params: { id } })
  storeOrder(client, fresh)
  return fresh
}

/**
 * A change of an order: its answer is stored for the whole page. When the order has moved on meanwhile (409), the page
 * catches up with where it stands.
 * @param send makes the call
 * @param onDone runs after the answer is stored
 */
export function useOrderChange<Input = void>(
  send: (input: Input) => Promise<Order>,
  { onDone, onRefused }: { onDone?: (fresh: Order) => void; onRefused?: (failure: ApiError) => void } = {},
) {
  const client = useQueryClient()
  return useMutation<Order, ApiError, Input>({
    mutationFn: send,
    onSuccess: (fresh) => {
      storeOrder(client, fresh)
      onDone?.(fresh)
    },
    onError: (failure) => {
      if (failure.status === 409) void refresh(client, [readOrder, ...FOLLOWING])
      onRefused?.(failure)
    },
  })
}

/** A step that takes nothing but a choice. The others have dialogs that ask for more. */
interface Take {
  step: 'continue' | 'publish_plan' | 'approve_plan' | 'adjust'
  /** Of the plan that is approved. */
  variant?: Variant
  /** Id of the adjustment that is chosen. */
  option?: string
}

/**
 * An order as a page works with it; without one, nothing can be done yet.
 * @param onTaken runs after a step's answer is stored
 */
export function useOrder(order: Order | null, onTaken?: () => void) {
  const params = { id: order?.id ?? 0 }
  const { mutate, isPending, variables } = useOrderChange(
    ({ step, variant = 'recommended', option = '' }: Take) => {
      if (step === 'continue') return call(continueOrder, { params })
      if (step === 'approve_plan') return call(approvePlan, { params, body: { variant } })
      if (step === 'adjust') return call(adjustOrder, { params, body: { option } })
      return call(drawPlan, { params })
    },
    { ...(onTaken ? { onDone: onTaken } : {}), onRefused: (failure) => toast.error(failure.message) },
  )
  return {
    /** Whether the person may take this step now; the server decides again. */
    can: (step: Step) => order?.steps.some((one) => one.step === step) ?? false,
    take: mutate,
    /** The step on its way. */
    taking: isPending ? variables : null,
  }
}
