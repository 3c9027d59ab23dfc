// Made from docs/openapi.public.json by sdk/generate.ts. Do not change it here: run "npm run openapi".
import type { CallOptions, ChangeOptions, Including, PageWith, Seen, Versioned, With, WriteOptions } from './options.ts'
import type { Listing } from './paging.ts'

/** Version of the API contract that this was made from. */
export const CONTRACT = "1.4.0"

export interface AssignableUser {
  userId: string
  /** This person in this workspace. */
  membershipId: string
  displayName: string
  /** Each role may what the one before it may: member, manager, admin. */
  role: "member" | "manager" | "admin"
  /** The departments the person works in. */
  departmentIds: string[]
}

export interface AssignableUserPage {
  items: AssignableUser[]
  pagination: Pagination
}

export interface Assignee {
  /** Of the assignment, not of the one who has it. */
  id: string
  /** At most one is PRIMARY. */
  role: "PRIMARY" | "SECONDARY"
  type: "USER" | "VENDOR"
  /** null for a VENDOR. */
  userId: string | null
  /** null for a USER. */
  vendorOrgId: string | null
  name: string
}

export interface Attachment {
  id: string
  externalSource: string | null
  externalId: string | null
  fileName: string | null
  caption: string | null
  /** What the bytes are, whatever the source called them. */
  contentType: string | null
  /** As downloaded. */
  sizeBytes: number | null
  /** Of the bytes, in hexadecimal. */
  sha256: string | null
  /** Address of our copy. It needs no credential and does not expire: give it only to those who may see the photo. null when there is no copy. */
  internalUrl: string | null
  /** The same, for older clients. */
  externalUrl: string | null
  createdAt: string
}

export interface AttachmentCreate {
  /** The system the photo comes from. */
  externalSource: string
  /** Its id there. */
  externalId: string
  /** A public https address of an image, good at this moment. It is used once and not kept. */
  sourceUrl: string
  fileName?: string | null | undefined
  caption?: string | null | undefined
  /** A hint; what is downloaded is counted. */
  sizeBytes?: number | null | undefined
}

export interface AttachmentPage {
  items: Attachment[]
  pagination: Pagination
}

export interface AuthUser {
  id: string
  email: string
  fullName: string
  avatarUrl: string | null
  createdAt: string
  lastSignInAt: string
}

export interface Blocker {
  kind: "checklist_item" | "task" | "workflow_rule"
  /** Of the item, the task or the rule. */
  id: string
  title: string
  /** Where to go to get it done. */
  actionUrl?: string
  /** What a completion rule asks for. */
  requires?: "summary" | "photo" | "cost"
}

export interface ChecklistItem {
  id: string
  /** EXTERNAL: an action in another system. */
  kind: "CHECK" | "CONDITION" | "PHOTO" | "COUNT" | "TEXT" | "YES_NO" | "RATING" | "EXTERNAL"
  title: string
  required: boolean
  /** While it is required and not done, the task cannot be completed. */
  blocksCompletion: boolean
  externalSource: string | null
  externalId: string | null
  actionUrl: string | null
  /** What was answered, by the kind of the item: `{"done": true}`, `{"count": 4}` and so on. */
  answer: Record<string, unknown> | null
  completedAt: string | null
  createdAt: string
}

export interface ChecklistItemPage {
  items: ChecklistItem[]
  pagination: Pagination
}

export interface Comment {
  id: string
  author: {
    kind: "user" | "key" | "link" | "system"
    id: string | null
    name: string
  }
  content: string
  createdAt: string
}

export interface CostItem {
  id: string
  amount: number
  currency: string
  description: string
  /** Who pays for it, or what does. */
  billToType: "OWNER" | "GUEST" | "INTERNAL" | "DAMAGE" | "INSURANCE" | "REVIEW"
  categoryName: string
  notes: string
}

export interface Deleted {
  id: string
  deleted: true
  deletedAt: string
}

export interface Department {
  /** The departmentId that a task names. */
  id: string
  name: string
  /** A short name for addresses, unique among the departments of the workspace. */
  slug: string
  /** field_ops: its scheduled tasks are in the daily work orders. */
  kind: "field_ops" | "office"
}

export interface DepartmentPage {
  items: Department[]
  pagination: Pagination
}

export interface ExternalAction {
  /** The system the action lives in. */
  externalSource: string
  /** Its id there. */
  externalId: string
  /** Where the action is done. An address that begins with https://, without blanks, a user name or a password. */
  actionUrl: string
  /** While it is required and not done, the task cannot be completed. */
  blocksCompletion: boolean
  /** `Open in` and the source unless sent. */
  title?: string | undefined
  required?: boolean | undefined
}

export interface Me {
  user: AuthUser
}

export interface Pagination {
  /** How many match in all. */
  total: number
  limit: number
  offset: number
  /** Whether more follow this page. */
  hasMore: boolean
}

/** Why a request was refused (RFC 9457). */
export interface Problem {
  /** `urn:innkeeper:problem:` and the code. */
  type: string
  /** What the code means. */
  title: string
  /** The HTTP status. */
  status: number
  /** What it was this time. */
  detail: string
  /** The address that was asked. */
  instance: string
  /** For programs: a closed list. */
  code: "answer_mismatch" | "attachment_in_progress" | "attachment_not_found" | "body_too_large" | "checklist_item_not_found" | "comment_not_found" | "completion_blocked" | "description_full" | "fields_too_large" | "headers_too_large" | "idempotency_in_progress" | "idempotency_key_invalid" | "idempotency_key_reused" | "insufficient_role" | "insufficient_scope" | "internal_error" | "invalid_json" | "invalid_request" | "invalid_token" | "method_not_allowed" | "needed_by_completed" | "not_an_image" | "parent_closed" | "parent_cycle" | "precondition_failed" | "property_inapplicable" | "property_name_ambiguous" | "property_name_unknown" | "property_not_found" | "rate_limited" | "read_only_field" | "reference_unknown" | "request_timeout" | "route_not_found" | "source_not_allowed" | "source_unavailable" | "tag_not_found" | "task_completed" | "task_inapplicable" | "task_not_found" | "too_large" | "two_primaries" | "unavailable" | "unreadable_request" | "unsupported_media_type" | "workspace_forbidden" | "workspace_not_found"
  /** Quote it to support. */
  requestId: string
  /** Whether the same request can succeed later. */
  retryable: boolean
  /** One entry for each thing wrong with the request. */
  errors: ({
    /** JSON pointer into the body. */
    pointer?: string
    /** Name of a path, query or header parameter. */
    parameter?: string
    code: string
    message: string
  })[]
  /** With `completion_blocked`: what stands in the way. */
  blockers?: Blocker[]
  /** With `insufficient_scope`: the scope that is missing. */
  requiredScope?: string
  [name: string]: unknown
}

export interface Property {
  id: string
  workspaceId: string
  name: string
  /** Internal alias. */
  internalName: string | null
  internalCode: string | null
  status: "PROSPECT" | "ONBOARDING" | "ACTIVE" | "AT_RISK" | "INACTIVE"
  /** Finer lifecycle stage. */
  lifecycleStage: string | null
  address: string | null
  city: string | null
  postalCode: string | null
  /** ISO 3166-1 alpha-2 code. A two-letter ISO 3166 country code such as PT. */
  country: string | null
  latitude: number | null
  longitude: number | null
  /** Free kind, such as apartment or villa. */
  propertyType: string | null
  /** IANA time-zone name. An IANA time-zone name such as Europe/Lisbon. */
  timezone: string | null
  bedrooms: number | null
  bathrooms: number | null
  beds: number | null
  maxGuests: number | null
  /** Floor area. */
  squareMeters: number | null
  floor: number | null
  hasElevator: boolean
  hasParking: boolean
  hasSmartLock: boolean
  /** Default check-in time, local. A time as HH:MM or HH:MM:SS. */
  checkinTime: string | null
  /** End of the check-in window. A time as HH:MM or HH:MM:SS. */
  checkinTimeEnd: string | null
  /** Default check-out time, local. A time as HH:MM or HH:MM:SS. */
  checkoutTime: string | null
  checkinInstructions: string | null
  checkoutInstructions: string | null
  parkingInstructions: string | null
  wifiName: string | null
  /** In the workspace currency. */
  cleaningFee: number | null
  /** A rate or an amount, as the workspace agreed it. */
  managementFee: number | null
  cleaningInstructions: string | null
  /** License or registration number. */
  propertyLicenseNumber: string | null
  kitchens: number | null
  livingRooms: number | null
  hallways: number | null
  terraces: number | null
  balconies: number | null
  gardens: number | null
  /** Shortest stay. */
  minNights: number | null
  /** Longest stay. */
  maxNights: number | null
  minGuests: number | null
  /** Expected value of the deal, in the workspace currency. */
  dealValue: number | null
  /** Fields of your own. A change merges one level, null removes one. */
  customFields: Record<string, unknown>
  createdAt: string
  updatedAt: string
}

export interface PropertyCreate {
  name: string
  /** Internal alias. */
  internalName?: string | null | undefined
  internalCode?: string | null | undefined
  status?: "PROSPECT" | "ONBOARDING" | "ACTIVE" | "AT_RISK" | "INACTIVE" | undefined
  /** Finer lifecycle stage. */
  lifecycleStage?: string | null | undefined
  address?: string | null | undefined
  city?: string | null | undefined
  postalCode?: string | null | undefined
  /** ISO 3166-1 alpha-2 code. A two-letter ISO 3166 country code such as PT. */
  country?: string | null | undefined
  latitude?: number | null | undefined
  longitude?: number | null | undefined
  /** Free kind, such as apartment or villa. */
  propertyType?: string | null | undefined
  /** IANA time-zone name. An IANA time-zone name such as Europe/Lisbon. */
  timezone?: string | null | undefined
  bedrooms?: number | null | undefined
  bathrooms?: number | null | undefined
  beds?: number | null | undefined
  maxGuests?: number | null | undefined
  /** Floor area. */
  squareMeters?: number | null | undefined
  floor?: number | null | undefined
  hasElevator?: boolean | undefined
  hasParking?: boolean | undefined
  hasSmartLock?: boolean | undefined
  /** Default check-in time, local. A time as HH:MM or HH:MM:SS. */
  checkinTime?: string | null | undefined
  /** End of the check-in window. A time as HH:MM or HH:MM:SS. */
  checkinTimeEnd?: string | null | undefined
  /** Default check-out time, local. A time as HH:MM or HH:MM:SS. */
  checkoutTime?: string | null | undefined
  checkinInstructions?: string | null | undefined
  checkoutInstructions?: string | null | undefined
  parkingInstructions?: string | null | undefined
  wifiName?: string | null | undefined
  /** In the workspace currency. */
  cleaningFee?: number | null | undefined
  /** A rate or an amount, as the workspace agreed it. */
  managementFee?: number | null | undefined
  cleaningInstructions?: string | null | undefined
  /** License or registration number. */
  propertyLicenseNumber?: string | null | undefined
  kitchens?: number | null | undefined
  livingRooms?: number | null | undefined
  hallways?: number | null | undefined
  terraces?: number | null | undefined
  balconies?: number | null | undefined
  gardens?: number | null | undefined
  /** Shortest stay. */
  minNights?: number | null | undefined
  /** Longest stay. */
  maxNights?: number | null | undefined
  minGuests?: number | null | undefined
  /** Expected value of the deal, in the workspace currency. */
  dealValue?: number | null | undefined
  /** Fields of your own. A change merges one level, null removes one. */
  customFields?: Record<string, unknown> | undefined
}

export interface PropertyPage {
  items: Property[]
  pagination: Pagination
}

export interface PropertyReduced {
  id: string
  name: string
  /** Internal alias. */
  internalName: string | null
  internalCode: string | null
  status: "PROSPECT" | "ONBOARDING" | "ACTIVE" | "AT_RISK" | "INACTIVE"
}

export interface PropertyReducedPage {
  items: PropertyReduced[]
  pagination: Pagination
}

export interface PropertyUpdate {
  name?: string | undefined
  /** Internal alias. */
  internalName?: string | null | undefined
  internalCode?: string | null | undefined
  status?: "PROSPECT" | "ONBOARDING" | "ACTIVE" | "AT_RISK" | "INACTIVE" | undefined
  /** Finer lifecycle stage. */
  lifecycleStage?: string | null | undefined
  address?: string | null | undefined
  city?: string | null | undefined
  postalCode?: string | null | undefined
  /** ISO 3166-1 alpha-2 code. A two-letter ISO 3166 country code such as PT. */
  country?: string | null | undefined
  latitude?: number | null | undefined
  longitude?: number | null | undefined
  /** Free kind, such as apartment or villa. */
  propertyType?: string | null | undefined
  /** IANA time-zone name. An IANA time-zone name such as Europe/Lisbon. */
  timezone?: string | null | undefined
  bedrooms?: number | null | undefined
  bathrooms?: number | null | undefined
  beds?: number | null | undefined
  maxGuests?: number | null | undefined
  /** Floor area. */
  squareMeters?: number | null | undefined
  floor?: number | null | undefined
  hasElevator?: boolean | undefined
  hasParking?: boolean | undefined
  hasSmartLock?: boolean | undefined
  /** Default check-in time, local. A time as HH:MM or HH:MM:SS. */
  checkinTime?: string | null | undefined
  /** End of the check-in window. A time as HH:MM or HH:MM:SS. */
  checkinTimeEnd?: string | null | undefined
  /** Default check-out time, local. A time as HH:MM or HH:MM:SS. */
  checkoutTime?: string | null | undefined
  checkinInstructions?: string | null | undefined
  checkoutInstructions?: string | null | undefined
  parkingInstructions?: string | null | undefined
  wifiName?: string | null | undefined
  /** In the workspace currency. */
  cleaningFee?: number | null | undefined
  /** A rate or an amount, as the workspace agreed it. */
  managementFee?: number | null | undefined
  cleaningInstructions?: string | null | undefined
  /** License or registration number. */
  propertyLicenseNumber?: string | null | undefined
  kitchens?: number | null | undefined
  livingRooms?: number | null | undefined
  hallways?: number | null | undefined
  terraces?: number | null | undefined
  balconies?: number | null | undefined
  gardens?: number | null | undefined
  /** Shortest stay. */
  minNights?: number | null | undefined
  /** Longest stay. */
  maxNights?: number | null | undefined
  minGuests?: number | null | undefined
  /** Expected value of the deal, in the workspace currency. */
  dealValue?: number | null | undefined
  /** Fields of your own. A change merges one level, null removes one. */
  customFields?: Record<string, unknown> | undefined
  id?: string | undefined
  workspaceId?: string | undefined
  createdAt?: string | undefined
  updatedAt?: string | undefined
}

export interface Refresh {
  refreshToken: string
}

export interface SessionTokens {
  /** Send it as `Authorization: Bearer …`. */
  accessToken: string
  /** Good for one use: every refresh answers with a new one. */
  refreshToken: string
  tokenType: "bearer"
  /** Seconds until the access token expires. */
  expiresIn: number
  expiresAt: string
  user: AuthUser
}

export interface SignIn {
  email: string
  password: string
}

export interface TagsOfTask {
  taskId: string
  tags: TaskTag[]
  /** The version of the task. */
  version: number
}

export interface Task {
  id: string
  /** For people; never used again in the workspace. */
  shortId: string
  workspaceId: string
  title: string
  description: string | null
  status: "OPEN" | "CREATED" | "DRAFT" | "DRAFTED" | "SCHEDULED" | "IN_PROGRESS" | "FINISHED" | "CLOSED" | "PENDING_APPROVAL" | "REQUEST_APPROVED" | "REQUEST_REJECTED" | "COMPLETED"
  priority: "WATCH" | "LOWEST" | "LOW" | "NORMAL" | "HIGH" | "URGENT"
  source: "MANUAL" | "AUTOMATION" | "SCHEDULE_RULE" | "INTEGRATION" | "AI" | "REVIEW" | "MESSAGE" | "CALL" | "MEETING_BOT"
  departmentId: string
  department: {
    id: string
    name: string
    slug: string
  }
  propertyId: string | null
  reservationId: string | null
  contactId: string | null
  /** The task this is a part of. */
  parentTaskId: string | null
  /** In the time zone of the property. */
  scheduledDate: string | null
  /** A time as HH:MM or HH:MM:SS. */
  scheduledTime: string | null
  estimatedDurationMinutes: number | null
  /** A reported issue. */
  isIssue: boolean
  tagIds: string[]
  /** For an order of your own. */
  sortOrder: number
  projectId: string | null
  billableToOwner: boolean
  /** Counts where there are no cost items. */
  cost: number | null
  /** An ISO 4217 currency code such as EUR. */
  costCurrency: string
  /** Free of charge, whatever it costs. */
  isNoCharge: boolean
  /** What was done, said at completion. */
  summary: string | null
  /** Set by the first IN_PROGRESS unless sent. */
  startedAt: string | null
  /** Set by COMPLETED unless sent, null again after it. */
  completedAt: string | null
  /** Fields of your own. A change merges one level, null removes one. */
  customFields: Record<string, unknown>
  /** The same, said at completion. */
  completionFields: Record<string, unknown>
  templateId: string | null
  /** Published to vendors. */
  isPublished: boolean
  /** Tasks of one property on one day share a visit. */
  visitId: string | null
  externalRefs: unknown[]
  /** A person, an API key, or the service itself, which has no id. */
  createdBy: {
    kind: "user" | "key" | "system"
    id: string | null
    name: string
  }
  aiProvenance: Record<string, unknown> | null
  /** Grows with every change, also of its parts; the ETag begins with it. */
  version: number
  createdAt: string
  updatedAt: string
  /** There when `include` asks for it. */
  costItems?: CostItem[]
  /** There when `include` asks for it. */
  assignees?: Assignee[]
  /** There when `include` asks for it. */
  checklist?: ChecklistItem[]
  /** There when `include` asks for it. */
  tags?: TaskTag[]
  /** There when `include` asks for it. */
  attachments?: Attachment[]
  /** There when `include` asks for it. Oldest first; of more than 100 the newest ones. */
  comments?: Comment[]
  /** How many comments there are in all; with `comments`. */
  commentCount?: number
  property: {
    id: string
    name: string
    status: string
    address: string | null
    city: string | null
  } | null
}

export interface TaskCreate {
  title: string
  description?: string | null | undefined
  priority?: "WATCH" | "LOWEST" | "LOW" | "NORMAL" | "HIGH" | "URGENT" | undefined
  departmentId: string
  propertyId?: string | null | undefined
  reservationId?: string | null | undefined
  contactId?: string | null | undefined
  /** The task this is a part of. */
  parentTaskId?: string | null | undefined
  /** In the time zone of the property. */
  scheduledDate?: string | null | undefined
  /** A time as HH:MM or HH:MM:SS. */
  scheduledTime?: string | null | undefined
  estimatedDurationMinutes?: number | null | undefined
  /** A reported issue. */
  isIssue?: boolean | undefined
  tagIds?: string[] | undefined
  source?: "MANUAL" | "AUTOMATION" | "SCHEDULE_RULE" | "INTEGRATION" | "AI" | "REVIEW" | "MESSAGE" | "CALL" | "MEETING_BOT" | undefined
  templateId?: string | null | undefined
  primaryUserId?: string | null | undefined
  primaryVendorOrgId?: string | null | undefined
  /** Users or vendors. */
  secondaryAssigneeIds?: string[] | undefined
  /** Adds the default people of the department. */
  useDefaultAssignees?: boolean | undefined
  /** Instead of propertyId: the exact name, internal name or internal code, in any case. */
  propertyName?: string | undefined
}

export interface TaskPage {
  items: Task[]
  pagination: Pagination
}

export interface TaskReduced {
  id: string
  /** For people; never used again in the workspace. */
  shortId: string
  workspaceId: string
  title: string
  description: string | null
  status: "OPEN" | "CREATED" | "DRAFT" | "DRAFTED" | "SCHEDULED" | "IN_PROGRESS" | "FINISHED" | "CLOSED" | "PENDING_APPROVAL" | "REQUEST_APPROVED" | "REQUEST_REJECTED" | "COMPLETED"
  priority: "WATCH" | "LOWEST" | "LOW" | "NORMAL" | "HIGH" | "URGENT"
  source: "MANUAL" | "AUTOMATION" | "SCHEDULE_RULE" | "INTEGRATION" | "AI" | "REVIEW" | "MESSAGE" | "CALL" | "MEETING_BOT"
  departmentId: string
  department: {
    id: string
    name: string
    slug: string
  }
  propertyId: string | null
  reservationId: string | null
  contactId: string | null
  /** The task this is a part of. */
  parentTaskId: string | null
  /** In the time zone of the property. */
  scheduledDate: string | null
  /** A time as HH:MM or HH:MM:SS. */
  scheduledTime: string | null
  estimatedDurationMinutes: number | null
  /** A reported issue. */
  isIssue: boolean
  tagIds: string[]
  /** For an order of your own. */
  sortOrder: number
  projectId: string | null
  billableToOwner: boolean
  /** Counts where there are no cost items. */
  cost: number | null
  /** An ISO 4217 currency code such as EUR. */
  costCurrency: string
  /** Free of charge, whatever it costs. */
  isNoCharge: boolean
  /** What was done, said at completion. */
  summary: string | null
  /** Set by the first IN_PROGRESS unless sent. */
  startedAt: string | null
  /** Set by COMPLETED unless sent, null again after it. */
  completedAt: string | null
  /** Fields of your own. A change merges one level, null removes one. */
  customFields: Record<string, unknown>
  /** The same, said at completion. */
  completionFields: Record<string, unknown>
  templateId: string | null
  /** Published to vendors. */
  isPublished: boolean
  /** Tasks of one property on one day share a visit. */
  visitId: string | null
  externalRefs: unknown[]
  /** A person, an API key, or the service itself, which has no id. */
  createdBy: {
    kind: "user" | "key" | "system"
    id: string | null
    name: string
  }
  aiProvenance: Record<string, unknown> | null
  /** Grows with every change, also of its parts; the ETag begins with it. */
  version: number
  createdAt: string
  updatedAt: string
  /** There when `include` asks for it. */
  costItems?: CostItem[]
  /** There when `include` asks for it. */
  assignees?: Assignee[]
  /** There when `include` asks for it. */
  checklist?: ChecklistItem[]
  /** There when `include` asks for it. */
  tags?: TaskTag[]
  /** There when `include` asks for it. */
  attachments?: Attachment[]
  /** There when `include` asks for it. Oldest first; of more than 100 the newest ones. */
  comments?: Comment[]
  /** How many comments there are in all; with `comments`. */
  commentCount?: number
  property: {
    id: string
    name: string
    status: string
  } | null
}

export interface TaskReducedPage {
  items: TaskReduced[]
  pagination: Pagination
}

export interface TaskTag {
  id: string
  name: string
  color: string
  active: boolean
}

export interface TaskTagPage {
  items: TaskTag[]
  pagination: Pagination
}

export interface TaskUpdate {
  title?: string | undefined
  description?: string | null | undefined
  priority?: "WATCH" | "LOWEST" | "LOW" | "NORMAL" | "HIGH" | "URGENT" | undefined
  departmentId?: string | undefined
  propertyId?: string | null | undefined
  reservationId?: string | null | undefined
  contactId?: string | null | undefined
  /** The task this is a part of. */
  parentTaskId?: string | null | undefined
  /** In the time zone of the property. */
  scheduledDate?: string | null | undefined
  /** A time as HH:MM or HH:MM:SS. */
  scheduledTime?: string | null | undefined
  estimatedDurationMinutes?: number | null | undefined
  /** A reported issue. */
  isIssue?: boolean | undefined
  tagIds?: string[] | undefined
  status?: "OPEN" | "CREATED" | "DRAFT" | "DRAFTED" | "SCHEDULED" | "IN_PROGRESS" | "FINISHED" | "CLOSED" | "PENDING_APPROVAL" | "REQUEST_APPROVED" | "REQUEST_REJECTED" | "COMPLETED" | undefined
  /** For an order of your own. */
  sortOrder?: number | undefined
  projectId?: string | null | undefined
  billableToOwner?: boolean | undefined
  /** Counts where there are no cost items. */
  cost?: number | null | undefined
  /** An ISO 4217 currency code such as EUR. */
  costCurrency?: string | undefined
  /** Free of charge, whatever it costs. */
  isNoCharge?: boolean | undefined
  /** What was done, said at completion. */
  summary?: string | null | undefined
  /** Set by the first IN_PROGRESS unless sent. */
  startedAt?: string | null | undefined
  /** Set by COMPLETED unless sent, null again after it. */
  completedAt?: string | null | undefined
  /** Fields of your own. A change merges one level, null removes one. */
  customFields?: Record<string, unknown> | undefined
  /** The same, said at completion. */
  completionFields?: Record<string, unknown> | undefined
  primaryUserId?: string | null | undefined
  primaryVendorOrgId?: string | null | undefined
  /** Users or vendors. */
  secondaryAssigneeIds?: string[] | undefined
  /** Adds the default people of the department. */
  useDefaultAssignees?: boolean | undefined
  /** Instead of propertyId: the exact name, internal name or internal code, in any case. */
  propertyName?: string | undefined
  /** Default true. false adds the new person as SECONDARY. */
  replacePrimaryUser?: boolean | undefined
  source?: "MANUAL" | "AUTOMATION" | "SCHEDULE_RULE" | "INTEGRATION" | "AI" | "REVIEW" | "MESSAGE" | "CALL" | "MEETING_BOT" | undefined
  templateId?: string | null | undefined
  id?: string | undefined
  /** For people; never used again in the workspace. */
  shortId?: string | undefined
  workspaceId?: string | undefined
  department?: {
    id: string
    name: string
    slug: string
  } | undefined
  /** Published to vendors. */
  isPublished?: boolean | undefined
  /** Tasks of one property on one day share a visit. */
  visitId?: string | null | undefined
  externalRefs?: unknown[] | undefined
  /** A person, an API key, or the service itself, which has no id. */
  createdBy?: {
    kind: "user" | "key" | "system"
    id: string | null
    name: string
  } | undefined
  aiProvenance?: Record<string, unknown> | null | undefined
  /** Grows with every change, also of its parts; the ETag begins with it. */
  version?: number | undefined
  createdAt?: string | undefined
  updatedAt?: string | undefined
  /** There when `include` asks for it. */
  costItems?: CostItem[] | undefined
  /** There when `include` asks for it. */
  assignees?: Assignee[] | undefined
  /** There when `include` asks for it. */
  checklist?: ChecklistItem[] | undefined
  /** There when `include` asks for it. */
  tags?: TaskTag[] | undefined
  /** There when `include` asks for it. */
  attachments?: Attachment[] | undefined
  /** There when `include` asks for it. Oldest first; of more than 100 the newest ones. */
  comments?: Comment[] | undefined
  /** How many comments there are in all; with `comments`. */
  commentCount?: number | undefined
  property?: {
    id: string
    name: string
    status: string
    address?: string | null | undefined
    city?: string | null | undefined
  } | null | undefined
}

export interface WorkOrder {
  id: string
  /** For people; never used again in the workspace. */
  shortId: string
  title: string
  description: string | null
  status: "OPEN" | "CREATED" | "DRAFT" | "DRAFTED" | "SCHEDULED" | "IN_PROGRESS" | "FINISHED" | "CLOSED" | "PENDING_APPROVAL" | "REQUEST_APPROVED" | "REQUEST_REJECTED" | "COMPLETED"
  priority: "WATCH" | "LOWEST" | "LOW" | "NORMAL" | "HIGH" | "URGENT"
  department: {
    id: string
    name: string
    slug: string
  }
  /** In the time zone of the property. */
  scheduledDate: string | null
  /** A time as HH:MM or HH:MM:SS. */
  scheduledTime: string | null
  estimatedDurationMinutes: number | null
  billableToOwner: boolean
  /** Counts where there are no cost items. */
  cost: number | null
  /** An ISO 4217 currency code such as EUR. */
  costCurrency: string
  /** Free of charge, whatever it costs. */
  isNoCharge: boolean
  property: {
    id: string
    name: string
    status: string
    address: string | null
    city: string | null
  } | null
  costItems: CostItem[]
  assignees: Assignee[]
}

export interface WorkOrderReduced {
  id: string
  /** For people; never used again in the workspace. */
  shortId: string
  title: string
  description: string | null
  status: "OPEN" | "CREATED" | "DRAFT" | "DRAFTED" | "SCHEDULED" | "IN_PROGRESS" | "FINISHED" | "CLOSED" | "PENDING_APPROVAL" | "REQUEST_APPROVED" | "REQUEST_REJECTED" | "COMPLETED"
  priority: "WATCH" | "LOWEST" | "LOW" | "NORMAL" | "HIGH" | "URGENT"
  department: {
    id: string
    name: string
    slug: string
  }
  /** In the time zone of the property. */
  scheduledDate: string | null
  /** A time as HH:MM or HH:MM:SS. */
  scheduledTime: string | null
  estimatedDurationMinutes: number | null
  billableToOwner: boolean
  /** Counts where there are no cost items. */
  cost: number | null
  /** An ISO 4217 currency code such as EUR. */
  costCurrency: string
  /** Free of charge, whatever it costs. */
  isNoCharge: boolean
  property: {
    id: string
    name: string
    status: string
  } | null
  costItems: CostItem[]
  assignees: Assignee[]
}

export interface WorkOrderReport {
  workspaceId: string
  date: string
  workOrderCount: number
  /** null when the currencies are mixed. */
  totalCost: number | null
  /** The currency code, or MIXED. */
  totalCostCurrency: string
  /** By currency code. */
  costTotalsByCurrency: Record<string, number>
  workOrders: WorkOrder[]
}

export interface WorkOrderReportReduced {
  workspaceId: string
  date: string
  workOrderCount: number
  /** null when the currencies are mixed. */
  totalCost: number | null
  /** The currency code, or MIXED. */
  totalCostCurrency: string
  /** By currency code. */
  costTotalsByCurrency: Record<string, number>
  workOrders: WorkOrderReduced[]
}

export interface Workspace {
  id: string
  name: string
}

export interface WorkspacePage {
  items: Workspace[]
  pagination: Pagination
}

export interface ListWorkspacesQuery {
  /** Page size. */
  limit?: number | undefined
  /** How many items to skip. */
  offset?: number | undefined
}

export interface ListDepartmentsQuery {
  /** Page size. */
  limit?: number | undefined
  /** How many items to skip. */
  offset?: number | undefined
}

export interface ListAssignableUsersQuery {
  /** Page size. */
  limit?: number | undefined
  /** How many items to skip. */
  offset?: number | undefined
}

export interface ListPropertiesQuery {
  /** The status. */
  status?: "PROSPECT" | "ONBOARDING" | "ACTIVE" | "AT_RISK" | "INACTIVE" | undefined
  /** Searches name, internal code and city. */
  q?: string | undefined
  /** Only what changed at or after this moment. */
  updatedSince?: string | undefined
  /** A minus sign means descending. */
  sort?: "-createdAt" | "createdAt" | "-updatedAt" | "updatedAt" | "name" | "-name" | undefined
  /** Page size. */
  limit?: number | undefined
  /** How many items to skip. */
  offset?: number | undefined
}

export interface ListTasksFilter {
  /** The status. */
  status?: "OPEN" | "CREATED" | "DRAFT" | "DRAFTED" | "SCHEDULED" | "IN_PROGRESS" | "FINISHED" | "CLOSED" | "PENDING_APPROVAL" | "REQUEST_APPROVED" | "REQUEST_REJECTED" | "COMPLETED" | undefined
  /** The priority. */
  priority?: "WATCH" | "LOWEST" | "LOW" | "NORMAL" | "HIGH" | "URGENT" | undefined
  /** Id of the property. */
  propertyId?: string | undefined
  /** Id of the department. */
  departmentId?: string | undefined
  /** Only tasks of departments of this kind. */
  departmentKind?: "field_ops" | undefined
  /** On this day; overrides scheduledFrom and scheduledTo. */
  scheduledDate?: string | undefined
  /** On or after this day. */
  scheduledFrom?: string | undefined
  /** On or before this day. */
  scheduledTo?: string | undefined
  /** Searches title, description and short id. */
  q?: string | undefined
  /** Only what changed at or after this moment. */
  updatedSince?: string | undefined
  /** A minus sign means descending. */
  sort?: "-createdAt" | "createdAt" | "-updatedAt" | "updatedAt" | "scheduledDate" | "-scheduledDate" | undefined
  /** Page size. */
  limit?: number | undefined
  /** How many items to skip. */
  offset?: number | undefined
}

export interface ListTasksQuery<Included extends readonly ("costItems" | "assignees" | "checklist" | "tags" | "attachments" | "comments")[] | undefined = readonly ("costItems" | "assignees" | "checklist" | "tags" | "attachments" | "comments")[]> extends ListTasksFilter {
  /** Comma-separated: costItems, assignees, checklist, tags, attachments, comments. */
  include?: Included | undefined
}

export interface CreateTaskQuery<Included extends readonly ("costItems" | "assignees" | "checklist" | "tags" | "attachments" | "comments")[] | undefined = readonly ("costItems" | "assignees" | "checklist" | "tags" | "attachments" | "comments")[]> {
  /** Comma-separated: costItems, assignees, checklist, tags, attachments, comments. */
  include?: Included | undefined
}

export interface GetTaskFilter {
  /** Pages back in `comments` from this one. */
  beforeCommentId?: string | undefined
}

export interface GetTaskQuery<Included extends readonly ("costItems" | "assignees" | "checklist" | "tags" | "attachments" | "comments")[] | undefined = readonly ("costItems" | "assignees" | "checklist" | "tags" | "attachments" | "comments")[]> extends GetTaskFilter {
  /** Comma-separated: costItems, assignees, checklist, tags, attachments, comments. */
  include?: Included | undefined
}

export interface UpdateTaskQuery<Included extends readonly ("costItems" | "assignees" | "checklist" | "tags" | "attachments" | "comments")[] | undefined = readonly ("costItems" | "assignees" | "checklist" | "tags" | "attachments" | "comments")[]> {
  /** Comma-separated: costItems, assignees, checklist, tags, attachments, comments. */
  include?: Included | undefined
}

export interface GetDailyWorkOrdersQuery {
  /** The date. */
  date: string
}

export interface ListChecklistItemsQuery {
  /** Page size. */
  limit?: number | undefined
  /** How many items to skip. */
  offset?: number | undefined
}

export interface ListAttachmentsQuery {
  /** Page size. */
  limit?: number | undefined
  /** How many items to skip. */
  offset?: number | undefined
}

export interface ListTaskTagsQuery {
  /** Page size. */
  limit?: number | undefined
  /** How many items to skip. */
  offset?: number | undefined
}

/** Sessions of people, for programs that act as a person. Integrations use an API key and need none of this. */
export interface AuthenticationApi {
  /**
   * Read the signed-in user.
   *
   * For session tokens. A workspace API key is refused with 401.
   *
   * Required scope: none; API keys are refused with 401.
   */
  getMe(options?: CallOptions): Promise<Me>
  /**
   * Exchange a refresh token for new tokens.
   *
   * The refresh token is replaced. Using a replaced one again ends the session.
   *
   * Required scope: none; no credential is needed.
   */
  refreshSession(body: Refresh, options?: CallOptions): Promise<SessionTokens>
  /**
   * Sign in with e-mail and password.
   *
   * Answers an access token for one hour and a refresh token for 30 days. At most 10 tries a minute per e-mail.
   *
   * Required scope: none; no credential is needed.
   */
  signIn(body: SignIn, options?: CallOptions): Promise<SessionTokens>
}

/** The company whose data a key opens. */
export interface WorkspacesApi {
  /**
   * List the workspaces of the credential.
   *
   * A key belongs to exactly one workspace and sees that one. No scope is needed.
   *
   * Required scope: none; any valid API key may call this.
   */
  list(query?: ListWorkspacesQuery, options?: CallOptions): Promise<WorkspacePage>
  /** All of them, page after page: `for await (const item of …)`, or by the page with `.pages()`. `limit` is the size of a page. */
  listAll(query?: Omit<ListWorkspacesQuery, 'offset'>, options?: CallOptions): Listing<Workspace>
}

/** Teams that tasks belong to. */
export interface DepartmentsApi {
  /**
   * List departments.
   *
   * Gives the departmentId that a new task needs.
   *
   * Required scope: `departments:read`.
   */
  list(query?: ListDepartmentsQuery, options?: CallOptions): Promise<DepartmentPage>
  /** All of them, page after page: `for await (const item of …)`, or by the page with `.pages()`. `limit` is the size of a page. */
  listAll(query?: Omit<ListDepartmentsQuery, 'offset'>, options?: CallOptions): Listing<Department>
}

/** The people work can be given to. */
export interface UsersApi {
  /**
   * List the people tasks can be assigned to.
   *
   * Active members of the workspace. E-mail addresses and phone numbers are not part of it; API keys never appear.
   *
   * Required scope: `users:read`.
   */
  listAssignable(query?: ListAssignableUsersQuery, options?: CallOptions): Promise<AssignableUserPage>
  /** All of them, page after page: `for await (const item of …)`, or by the page with `.pages()`. `limit` is the size of a page. */
  listAllAssignable(query?: Omit<ListAssignableUsersQuery, 'offset'>, options?: CallOptions): Listing<AssignableUser>
}

/** Apartments, villas and rooms under management. */
export interface PropertiesApi<Restricted extends boolean = false> {
  /**
   * List properties.
   *
   * Newest first unless `sort` says otherwise. Deleted properties are left out.
   *
   * Required scope: `properties:read`.
   */
  list(query?: ListPropertiesQuery, options?: CallOptions): Promise<Seen<Restricted, PropertyPage, PropertyReducedPage>>
  /** All of them, page after page: `for await (const item of …)`, or by the page with `.pages()`. `limit` is the size of a page. */
  listAll(query?: Omit<ListPropertiesQuery, 'offset'>, options?: CallOptions): Listing<Seen<Restricted, Property, PropertyReduced>>
  /**
   * Create a property.
   *
   * Only `name` is required; `status` is ONBOARDING unless sent.
   *
   * Required scope: `properties:write`. The creator of a tool-client key must also have the role `manager`.
   */
  create(body: PropertyCreate, options?: WriteOptions): Promise<Versioned<Property>>
  /**
   * Read a property.
   *
   * Required scope: `properties:read`.
   */
  get(propertyId: string, options?: CallOptions): Promise<Versioned<Seen<Restricted, Property, PropertyReduced>>>
  /**
   * Change a property.
   *
   * Fields left out stay, null clears, `customFields` merges one level. What was read can be sent back whole; a read-only field must then have its current value.
   *
   * Required scope: `properties:write`. The creator of a tool-client key must also have the role `manager`.
   */
  update(propertyId: string, body: PropertyUpdate, options?: ChangeOptions): Promise<Versioned<Property>>
  /**
   * Delete a property.
   *
   * A soft delete: the property disappears from every list and answer.
   *
   * Required scope: `properties:write`. The creator of a tool-client key must also have the role `manager`.
   */
  delete(propertyId: string, options?: ChangeOptions): Promise<Deleted>
}

/** The work: what is to be done, where, when and by whom. */
export interface TasksApi<Restricted extends boolean = false> {
  /**
   * List tasks.
   *
   * Newest first unless `sort` says otherwise. `scheduledDate` overrides `scheduledFrom` and `scheduledTo`, each of which may stand alone.
   *
   * Required scope: `tasks:read`.
   */
  list<const Included extends ListTasksQuery['include'] = []>(query?: ListTasksFilter & Including<Included, ListTasksQuery['include']>, options?: CallOptions): Promise<PageWith<Seen<Restricted, TaskPage, TaskReducedPage>, Included>>
  /** All of them, page after page: `for await (const item of …)`, or by the page with `.pages()`. `limit` is the size of a page. */
  listAll<const Included extends ListTasksQuery['include'] = []>(query?: Omit<ListTasksFilter, 'offset'> & Including<Included, ListTasksQuery['include']>, options?: CallOptions): Listing<With<Seen<Restricted, Task, TaskReduced>, Included>>
  /**
   * Create a task.
   *
   * The status is SCHEDULED with a date and OPEN without. Assignees, tags, the visit and the activity are in the answer; notifications, automations and sync follow.
   *
   * Required scope: `tasks:create`.
   */
  create<const Included extends CreateTaskQuery['include'] = []>(body: TaskCreate, options?: WriteOptions & Including<Included, CreateTaskQuery['include']>): Promise<Versioned<With<Seen<Restricted, Task, TaskReduced>, Included>>>
  /**
   * Read a task.
   *
   * Required scope: `tasks:read`.
   */
  get<const Included extends GetTaskQuery['include'] = []>(taskId: string, query?: GetTaskFilter & Including<Included, GetTaskQuery['include']>, options?: CallOptions): Promise<Versioned<With<Seen<Restricted, Task, TaskReduced>, Included>>>
  /**
   * Change a task.
   *
   * Fields left out stay, null clears. `status` COMPLETED is refused with 409 and the blockers while something stands in the way. What was read can be sent back whole.
   *
   * Required scope: `tasks:update`.
   */
  update<const Included extends UpdateTaskQuery['include'] = []>(taskId: string, body: TaskUpdate, options?: ChangeOptions & Including<Included, UpdateTaskQuery['include']>): Promise<Versioned<With<Seen<Restricted, Task, TaskReduced>, Included>>>
  /**
   * Delete a task.
   *
   * A soft delete: the task disappears from every list and answer.
   *
   * Required scope: `tasks:delete`. The creator of a tool-client key must also have the role `manager`.
   */
  delete(taskId: string, options?: ChangeOptions): Promise<Deleted>
  /**
   * Read the work orders of a day with their costs.
   *
   * Tasks in status SCHEDULED on the date, in departments of kind field_ops, by time and short id. An order counts nothing when it is free of charge, else its cost items, else its cost.
   *
   * Required scope: `tasks:read`.
   */
  getDailyWorkOrders(query: GetDailyWorkOrdersQuery, options?: CallOptions): Promise<Seen<Restricted, WorkOrderReport, WorkOrderReportReduced>>
}

/** What is to be ticked off on a task, and actions in other systems linked there. */
export interface ChecklistsApi {
  /**
   * List the checklist of a task.
   *
   * In the order of the checklist.
   *
   * Required scope: `tasks:read`.
   */
  listItems(taskId: string, query?: ListChecklistItemsQuery, options?: CallOptions): Promise<ChecklistItemPage>
  /** All of them, page after page: `for await (const item of …)`, or by the page with `.pages()`. `limit` is the size of a page. */
  listAllItems(taskId: string, query?: Omit<ListChecklistItemsQuery, 'offset'>, options?: CallOptions): Listing<ChecklistItem>
  /**
   * Link an external action.
   *
   * Adds an item to the checklist that leads to an action in your system. The pair of `externalSource` and `externalId` is unique on the task: sent again, it answers 200 and the item that is there, unchanged.
   *
   * Required scope: `checklists:write`.
   */
  addExternalAction(taskId: string, body: ExternalAction, options?: ChangeOptions): Promise<ChecklistItem>
  /**
   * Read a checklist item.
   *
   * Required scope: `tasks:read`.
   */
  getItem(taskId: string, itemId: string, options?: CallOptions): Promise<ChecklistItem>
  /**
   * Complete a checklist item.
   *
   * Completes an item. Safe to repeat: the time of the first completion is kept. A `PHOTO` item is completed by a photo alone: 422 `answer_mismatch`.
   *
   * Required scope: `checklists:write`.
   */
  completeItem(taskId: string, itemId: string, options?: ChangeOptions): Promise<ChecklistItem>
  /**
   * Complete an external action.
   *
   * The same, for an item that you know by your own id. Safe to repeat.
   *
   * Required scope: `checklists:write`.
   */
  completeExternalAction(taskId: string, externalSource: string, externalId: string, options?: ChangeOptions): Promise<ChecklistItem>
}

/** Photos of a task, of which we keep a copy. */
export interface AttachmentsApi {
  /**
   * List the photos of a task.
   *
   * Newest first.
   *
   * Required scope: `tasks:read`.
   */
  list(taskId: string, query?: ListAttachmentsQuery, options?: CallOptions): Promise<AttachmentPage>
  /** All of them, page after page: `for await (const item of …)`, or by the page with `.pages()`. `limit` is the size of a page. */
  listAll(taskId: string, query?: Omit<ListAttachmentsQuery, 'offset'>, options?: CallOptions): Listing<Attachment>
  /**
   * Attach a photo.
   *
   * Downloads the image at `sourceUrl` while you wait and keeps a copy: at most 25 MB in at most 30 seconds, an image by its header and by its bytes. The address is used once and not kept. The same `externalSource` and `externalId` again answer 200 and the attachment that is there, without a download; a record that has no copy yet gets one.
   *
   * Required scope: `attachments:write`.
   */
  add(taskId: string, body: AttachmentCreate, options?: WriteOptions): Promise<Attachment>
  /**
   * Read an attachment.
   *
   * Required scope: `tasks:read`.
   */
  get(taskId: string, attachmentId: string, options?: CallOptions): Promise<Attachment>
}

/** Words to sort tasks by. */
export interface TaskTagsApi {
  /**
   * List the tags for tasks.
   *
   * The active tags of the workspace, newest first.
   *
   * Required scope: `task-tags:read`.
   */
  list(query?: ListTaskTagsQuery, options?: CallOptions): Promise<TaskTagPage>
  /** All of them, page after page: `for await (const item of …)`, or by the page with `.pages()`. `limit` is the size of a page. */
  listAll(query?: Omit<ListTaskTagsQuery, 'offset'>, options?: CallOptions): Listing<TaskTag>
  /**
   * Put a tag on a task.
   *
   * Answers all tags of the task. A tag that is there already stays, and nothing changes.
   *
   * Required scope: `task-tags:write`.
   */
  add(taskId: string, tagId: string, options?: ChangeOptions): Promise<TagsOfTask>
  /**
   * Take a tag off a task.
   *
   * Answers the tags that are left. A tag that is not there is no error, and nothing changes.
   *
   * Required scope: `task-tags:write`.
   */
  remove(taskId: string, tagId: string, options?: ChangeOptions): Promise<TagsOfTask>
}

/** The methods of the client, by subject. */
export interface Groups<Restricted extends boolean = false> {
  /** Sessions of people, for programs that act as a person. Integrations use an API key and need none of this. */
  authentication: AuthenticationApi
  /** The company whose data a key opens. */
  workspaces: WorkspacesApi
  /** Teams that tasks belong to. */
  departments: DepartmentsApi
  /** The people work can be given to. */
  users: UsersApi
  /** Apartments, villas and rooms under management. */
  properties: PropertiesApi<Restricted>
  /** The work: what is to be done, where, when and by whom. */
  tasks: TasksApi<Restricted>
  /** What is to be ticked off on a task, and actions in other systems linked there. */
  checklists: ChecklistsApi
  /** Photos of a task, of which we keep a copy. */
  attachments: AttachmentsApi
  /** Words to sort tasks by. */
  taskTags: TaskTagsApi
}

/** What the runtime must know of each method. */
export const operations = {
  authentication: {
    getMe: { method: "GET", path: "/auth/me", isRepeatable: true },
    refreshSession: { method: "POST", path: "/auth/refresh", hasBody: true, isOpen: true },
    signIn: { method: "POST", path: "/auth/token", hasBody: true, isOpen: true },
  },
  workspaces: {
    list: { method: "GET", path: "/workspaces", query: ["limit","offset"], isRepeatable: true, pagedBy: "id" },
  },
  departments: {
    list: { method: "GET", path: "/workspaces/{workspaceId}/departments", query: ["limit","offset"], isRepeatable: true, pagedBy: "id" },
  },
  users: {
    listAssignable: { method: "GET", path: "/workspaces/{workspaceId}/users", query: ["limit","offset"], isRepeatable: true, pagedBy: "userId" },
  },
  properties: {
    list: { method: "GET", path: "/workspaces/{workspaceId}/properties", query: ["status","q","updatedSince","sort","limit","offset"], isRepeatable: true, pagedBy: "id" },
    create: { method: "POST", path: "/workspaces/{workspaceId}/properties", hasBody: true, isRepeatable: true },
    get: { method: "GET", path: "/workspaces/{workspaceId}/properties/{propertyId}", isRepeatable: true },
    update: { method: "PATCH", path: "/workspaces/{workspaceId}/properties/{propertyId}", hasBody: true, isRepeatable: true },
    delete: { method: "DELETE", path: "/workspaces/{workspaceId}/properties/{propertyId}", isRepeatable: true },
  },
  tasks: {
    list: { method: "GET", path: "/workspaces/{workspaceId}/tasks", query: ["status","priority","propertyId","departmentId","departmentKind","scheduledDate","scheduledFrom","scheduledTo","include","q","updatedSince","sort","limit","offset"], isRepeatable: true, pagedBy: "id" },
    create: { method: "POST", path: "/workspaces/{workspaceId}/tasks", query: ["include"], hasBody: true, isRepeatable: true },
    get: { method: "GET", path: "/workspaces/{workspaceId}/tasks/{taskId}", query: ["include","beforeCommentId"], isRepeatable: true },
    update: { method: "PATCH", path: "/workspaces/{workspaceId}/tasks/{taskId}", query: ["include"], hasBody: true, isRepeatable: true },
    delete: { method: "DELETE", path: "/workspaces/{workspaceId}/tasks/{taskId}", isRepeatable: true },
    getDailyWorkOrders: { method: "GET", path: "/workspaces/{workspaceId}/tasks/daily-work-orders", query: ["date"], isRepeatable: true },
  },
  checklists: {
    listItems: { method: "GET", path: "/workspaces/{workspaceId}/tasks/{taskId}/checklist-items", query: ["limit","offset"], isRepeatable: true, pagedBy: "id" },
    addExternalAction: { method: "POST", path: "/workspaces/{workspaceId}/tasks/{taskId}/checklist-items", hasBody: true, isRepeatable: true },
    getItem: { method: "GET", path: "/workspaces/{workspaceId}/tasks/{taskId}/checklist-items/{itemId}", isRepeatable: true },
    completeItem: { method: "POST", path: "/workspaces/{workspaceId}/tasks/{taskId}/checklist-items/{itemId}/complete", isRepeatable: true },
    completeExternalAction: { method: "POST", path: "/workspaces/{workspaceId}/tasks/{taskId}/checklist-items/external/{externalSource}/{externalId}/complete", isRepeatable: true },
  },
  attachments: {
    list: { method: "GET", path: "/workspaces/{workspaceId}/tasks/{taskId}/attachments", query: ["limit","offset"], isRepeatable: true, pagedBy: "id" },
    add: { method: "POST", path: "/workspaces/{workspaceId}/tasks/{taskId}/attachments", hasBody: true, isRepeatable: true },
    get: { method: "GET", path: "/workspaces/{workspaceId}/tasks/{taskId}/attachments/{attachmentId}", isRepeatable: true },
  },
  taskTags: {
    list: { method: "GET", path: "/workspaces/{workspaceId}/task-tags", query: ["limit","offset"], isRepeatable: true, pagedBy: "id" },
    add: { method: "PUT", path: "/workspaces/{workspaceId}/tasks/{taskId}/tags/{tagId}", isRepeatable: true },
    remove: { method: "DELETE", path: "/workspaces/{workspaceId}/tasks/{taskId}/tags/{tagId}", isRepeatable: true },
  },
} as const
