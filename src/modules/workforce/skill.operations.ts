import { operation } from '#core/operation.ts'
import { Deleted, WorkspacePath } from '#core/schema.ts'
import { listSkills as list } from './skill.queries.ts'
import * as schema from './skill.schema.ts'
import * as skills from './skill.service.ts'

const { skill_not_found, skill_name_taken } = skills.failures
const LIST = '/workspaces/:workspaceId/skills'
const ITEM = `${LIST}/:skillId`

export const listSkills = operation({
  id: 'listSkills',
  summary: 'List skills',
  tag: 'Workforce',
  access: { role: 'member' },
  rest: { method: 'GET', path: LIST },
  params: WorkspacePath,
  query: schema.SkillQuery,
  reply: schema.SkillPage,
  run: (ctx, query) => list(ctx, query),
})

export const getSkill = operation({
  id: 'getSkill',
  summary: 'Read a skill',
  tag: 'Workforce',
  access: { role: 'member' },
  rest: { method: 'GET', path: ITEM },
  params: schema.SkillPath,
  reply: schema.Skill,
  versioned: true,
  errors: [skill_not_found],
  run: (ctx, { skillId }) => skills.getSkill(ctx, skillId),
})

export const createSkill = operation({
  id: 'createSkill',
  summary: 'Create a skill',
  tag: 'Workforce',
  access: { role: 'manager' },
  rest: { method: 'POST', path: LIST },
  params: WorkspacePath,
  body: schema.SkillCreate,
  reply: schema.Skill,
  status: 201,
  versioned: true,
  errors: [skill_name_taken],
  run: (ctx, input) => skills.createSkill(ctx, input),
})

export const updateSkill = operation({
  id: 'updateSkill',
  summary: 'Rename a skill',
  tag: 'Workforce',
  access: { role: 'manager' },
  rest: { method: 'PATCH', path: ITEM },
  params: schema.SkillPath,
  body: schema.SkillUpdate,
  reply: schema.Skill,
  versioned: true,
  errors: [skill_not_found, skill_name_taken],
  run: (ctx, { skillId, ...changes }) => skills.updateSkill(ctx, skillId, changes),
})

export const deleteSkill = operation({
  id: 'deleteSkill',
  summary: 'Delete a skill',
  description: 'People and vendors that have it lose it.',
  tag: 'Workforce',
  access: { role: 'manager' },
  rest: { method: 'DELETE', path: ITEM },
  params: schema.SkillPath,
  reply: Deleted,
  conditional: true,
  errors: [skill_not_found],
  run: (ctx, { skillId }) => skills.deleteSkill(ctx, skillId),
})
