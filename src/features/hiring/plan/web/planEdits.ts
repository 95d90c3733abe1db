import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '#core/contract/endpoint.ts'
import { ApiError, call, keyOf, refresh } from '#core/web/ask.ts'
import { toast } from '#core/web/toast.ts'
import { listOrders, type Order, readOrder } from '#features/hiring/desk/contract.ts'
import { approveMoment, type MomentEdit, type Plan, readPlans, savePlan, type Variant } from '../contract.ts'
import { closedAfter, editOf, inOrder, movedEarlier } from './moments.ts'

/** The moments of a plan as they are sent back, in the order of the night. */
export const editsOf = (plan: Plan): MomentEdit[] => inOrder(plan.moments).map(editOf)

/** What a refusal says first, about a field where it names one. */
const sentenceOf = (failure: ApiError) => Object.values(failure.fields ?? {})[0] ?? failure.message

/** The ways to change an order's plans. What the server answers is stored for everything that shows them. */
export function usePlanEdits(order: Order) {
  const client = useQueryClient()
  const params = { id: order.id }

  function store(fresh: Plan) {
    client.setQueryData(
      keyOf(readPlans, { params, query: {} }),
      (old: ReplyOf<typeof readPlans> | undefined) =>
        old && { ...old, plans: old.plans.map((one) => (one.variant === fresh.variant ? fresh : one)) },
    )
  }

  /**
   * Saves the whole list of moments as the plan's next version.
   * @throws ApiError the server's refusal
   */
  async function send(plan: Plan, moments: readonly MomentEdit[]): Promise<Plan> {
    try {
      const fresh = await call(savePlan, {
        params: { ...params, variant: plan.variant },
        body: { version: plan.version, moments: [...moments] },
      })
      store(fresh)
      void refresh(client, [readPlans, readOrder, listOrders])
      return fresh
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 409) {
        void refresh(client, [readPlans, readOrder])
        toast.error(failure.message)
      }
      throw failure
    }
  }

  /** Saves moments as the hunter edited those of a plan. @throws ApiError the server's refusal */
  const save = (plan: Plan, moments: readonly MomentEdit[]): Promise<Plan> =>
    send(plan, closedAfter(editsOf(plan), moments))

  /** The same where no form is open to show a refusal. */
  const saveAtOnce = (plan: Plan, moments: readonly MomentEdit[], done?: string) =>
    void save(plan, moments).then(
      () => done && toast.success(done),
      (failure: ApiError) => toast.error(sentenceOf(failure)),
    )

  const approval = useMutation({
    mutationFn: ({ variant, slot, approved }: { variant: Variant; slot: number; approved: boolean }) =>
      call(approveMoment, { params: { ...params, variant, slot }, body: { approved } }),
    onSuccess: store,
    onError: (failure: Error) => toast.error(failure.message),
  })

  return {
    save,
    approve: approval.mutate,
    moveEarlier: (plan: Plan, place: number) => saveAtOnce(plan, movedEarlier(editsOf(plan), place)),
    remove: (plan: Plan, place: number, done: string) =>
      saveAtOnce(
        plan,
        editsOf(plan).filter((_, at) => at !== place),
        done,
      ),
    /** Brings an old version's moments back as the newest version; one that the newest lacks comes back as new. */
    restore: (old: Plan, present: Plan) => {
      const known = new Set(present.moments.map((one) => one.slot_id))
      return send(
        present,
        old.moments
          .map(editOf)
          .map((one) => (one.slot_id && known.has(one.slot_id) ? one : { ...one, slot_id: null })),
      )
    },
  }
}

export type PlanEdits = ReturnType<typeof usePlanEdits>
