import { Type, type Static } from 'typebox'
import { closed, DateTime, Line, optional, Page, Paging, Uuid, WorkspaceId } from '#core/schema.ts'

const writable = { name: Line(100, { examples: ['Plumbing'] }) }
const fixed = { id: Uuid, createdAt: DateTime, updatedAt: DateTime }

/** Something that people and vendors can do. */
export const Skill = Type.Object({ ...fixed, ...writable }, { $id: 'Skill' })
export const SkillPage = Page(Skill, { $id: 'SkillPage' })
export const SkillQuery = closed(Paging)
export const SkillPath = closed({ workspaceId: WorkspaceId, skillId: Uuid })
export const SkillCreate = closed(writable, { $id: 'SkillCreate', examples: [{ name: 'Plumbing' }] })
export const SkillUpdate = closed(optional({ ...fixed, ...writable }), {
  $id: 'SkillUpdate',
  examples: [{ name: 'Plumbing and heating' }],
})

/** The skills of a person or a vendor, wherever they are set. */
export const SkillIds = Type.Array(Uuid, { maxItems: 100, uniqueItems: true })

export const SKILL_FIXED = fixed
export const SKILL_FIELDS = Object.keys(Skill.properties)

export type Skill = Static<typeof Skill>
export type SkillCreate = Static<typeof SkillCreate>
export type SkillUpdate = Static<typeof SkillUpdate>
export type SkillQuery = Static<typeof SkillQuery>
