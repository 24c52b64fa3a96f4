import { Alert, Button, Form, Input } from 'antd'
import { useMemo, useState } from 'react'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import { type Kind, treeOf } from '../../../contract/kit/kinds.ts'
import { roleMessages, roles } from '../../../contract/roles.ts'
import { attempt, call } from '../../kit/api.ts'
import { kitWords } from '../../kit/kit-text.ts'
import { ListState } from '../../kit/list/ListState.tsx'
import { PageModal } from '../../kit/PageModal.tsx'
import { refresh, useCall } from '../../kit/query.ts'
import { useRoleTitle } from '../../kit/RoleTitle.tsx'
import { useLanguage, useSay, useText } from '../../kit/text.ts'
import { ask, toast } from '../../kit/toast.ts'
import { GrantEffect } from './GrantEffect.tsx'
import { RuleTree } from './RuleTree.tsx'
import { type Branch, heldBy, idsToSave, placesOf, rootId } from './ticking.ts'
import { retitled, useRuleTitle } from './titles.ts'
import { roleWords } from './words.ts'

interface GrantOf {
  id: number
  title: string
  holds_all: number
}
type Rules = ResultOf<typeof roles.rolerules>
type Effect = ResultOf<typeof roles.rolerulesPreview>

interface GrantProps {
  role: GrantOf | undefined
  /** The rules are shown, not changed. */
  readOnly: boolean
  close: () => void
}

/** What a role may do: a tree to tick, then who gains and loses what, then it is saved. */
export function GrantDialog({ role, readOnly, close }: GrantProps) {
  const t = useText(roleWords)
  const roleTitle = useRoleTitle()
  // Whoever opens it marks older answers as out of date; what then arrived stays, so that no tick is lost meanwhile.
  const query = useCall(
    roles.rolerules,
    { id: role?.id ?? 0 },
    { enabled: Boolean(role), staleMs: Number.POSITIVE_INFINITY },
  )
  if (!role) return null
  // An answer from before is no ground to grant on: it waits for the fresh one.
  if (query.data && !query.isFetching && !query.isError)
    return <Grant key={role.id} role={role} rules={query.data} readOnly={readOnly} close={close} />
  return (
    <PageModal
      open
      title={t.permissionsOf(roleTitle(role.id, role.title))}
      width="min(860px, 96vw)"
      footer={null}
      onCancel={close}
    >
      {query.isError ? (
        <ListState error={query.error} filtered={false} retry={() => void query.refetch()} />
      ) : (
        <div className="pb-state" role="status" aria-busy style={{ height: treePx }} />
      )}
    </PageModal>
  )
}

const treePx = 440

function Grant({ role, rules, readOnly, close }: GrantProps & { role: GrantOf; rules: Rules }) {
  const t = useText(roleWords)
  const kit = useText(kitWords)
  const say = useSay()
  const titleOf = useRuleTitle()
  const roleTitle = useRoleTitle()
  const language = useLanguage()
  // The titles change with the language only.
  // oxlint-disable-next-line react/exhaustive-deps -- titleOf is the language
  const tree = useMemo(() => retitled(rules.tree as readonly Branch[], titleOf), [rules, language])
  const places = useMemo(() => placesOf(tree), [tree])
  const stored = useMemo(() => heldBy(places, rules.auth_ids), [places, rules])
  const branches = useMemo(
    () => [...places.values()].filter(({ node }) => node.children.length > 0).map(({ node }) => node.id),
    [places],
  )
  const [held, setHeld] = useState<ReadonlySet<number>>(stored)
  const [name, setName] = useState(rules.role_name)
  const [search, setSearch] = useState('')
  const [closed, setClosed] = useState<ReadonlySet<number>>(
    // Small trees stand open; of large ones first the pages.
    () => new Set([...places.values()].filter(({ node }) => node.tag === 'page').map(({ node }) => node.id)),
  )
  const [effect, setEffect] = useState<Effect>()
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState('')
  const gained = [...held].filter((id) => !stored.has(id)).length
  const lost = [...stored].filter((id) => !held.has(id)).length
  const renamed = name.trim() !== rules.role_name
  const dirty = gained > 0 || lost > 0 || renamed
  const ids = idsToSave(held)

  const leave = async () => {
    if (running) return
    const lostWork = {
      title: kit.discardTitle,
      content: kit.discardText,
      ok: kit.discard,
      cancel: kit.keepEditing,
    }
    if (readOnly || !dirty || (await ask({ ...lostWork, danger: true }))) close()
  }
  const working = async (work: () => Promise<unknown>) => {
    setRunning(true)
    setFailure('')
    await attempt(async () => {
      try {
        await work()
      } catch (error) {
        if (error instanceof Error) setFailure(error.message)
        throw error
      }
    }).finally(() => setRunning(false))
  }
  const look = () => {
    if (!name.trim()) return setFailure(say(roleMessages['roles.nameRequired']))
    if (ids.length === 0) return setFailure(t.noRule)
    return working(async () => {
      setEffect(await call(roles.rolerulesPreview, { id: role.id, auth_rule_ids: ids }, { silent: true }))
    })
  }
  const save = () =>
    working(async () => {
      await call(
        roles.rolerulesedit,
        {
          id: role.id,
          auth_rule_ids: ids,
          type: treeOf(rules.type as Kind),
          ...(renamed ? { role_name: name.trim() } : {}),
        },
        { silent: true },
      )
      toast.success(t.saved)
      await Promise.all([refresh(roles.roles), refresh(roles.rolerules)])
      close()
    })
  return (
    <PageModal
      open
      title={t.permissionsOf(roleTitle(role.id, role.title))}
      width="min(860px, 96vw)"
      onCancel={() => void leave()}
      mask={{ closable: false }}
      footer={
        <div className="pb-grant-foot">
          <span role="status">
            {t.held(ids.length)}
            {!readOnly && gained > 0 && ` · ${t.gainedCount(gained)}`}
            {!readOnly && lost > 0 && ` · ${t.lostCount(lost)}`}
          </span>
          {effect ? (
            <>
              <Button disabled={running} onClick={() => setEffect(undefined)}>
                {t.back}
              </Button>
              <Button type="primary" loading={running} onClick={() => void save()}>
                {t.save}
              </Button>
            </>
          ) : (
            <>
              <Button disabled={running} onClick={() => void leave()}>
                {readOnly ? kit.close : kit.cancel}
              </Button>
              {!readOnly && (
                <Button
                  type="primary"
                  loading={running}
                  disabled={!dirty}
                  title={dirty ? '' : t.nothingChanged}
                  onClick={() => void look()}
                >
                  {t.next}
                </Button>
              )}
            </>
          )}
        </div>
      }
    >
      {failure && <Alert type="error" showIcon role="alert" title={failure} style={{ marginBottom: 12 }} />}
      {readOnly && (
        <Alert
          type="info"
          showIcon
          title={role.holds_all ? t.readOnlyAll : t.readOnly}
          style={{ marginBottom: 12 }}
        />
      )}
      {effect ? (
        <GrantEffect effect={effect} {...(renamed ? { from: rules.role_name, to: name.trim() } : {})} />
      ) : (
        <>
          <Form layout="vertical">
            <Form.Item label={t.roleName} required htmlFor="pb-grant-name">
              <Input
                id="pb-grant-name"
                value={name}
                maxLength={60}
                disabled={readOnly}
                onChange={(event) => setName(event.target.value)}
              />
            </Form.Item>
          </Form>
          <div className="pb-grant-tools">
            <Input
              allowClear
              value={search}
              aria-label={t.search}
              placeholder={t.search}
              onChange={(event) => setSearch(event.target.value)}
            />
            <Button onClick={() => setClosed(new Set())}>{t.expand}</Button>
            <Button onClick={() => setClosed(new Set(branches.filter((id) => id !== rootId)))}>
              {t.collapse}
            </Button>
          </div>
          <RuleTree
            label={t.rules}
            tree={tree}
            places={places}
            held={held}
            change={readOnly ? undefined : setHeld}
            search={search}
            closed={closed}
            close={setClosed}
            height={treePx}
          />
          {!readOnly && <p className="pb-grant-help">{t.treeHelp}</p>}
        </>
      )}
    </PageModal>
  )
}
