-- The stays of some homes in some days, tentative ones too.
create index reservations_calendar on reservations (workspace_id, property_id, checkout_date, checkin_date)
  where deleted_at is null and status in ('TENTATIVE', 'CONFIRMED', 'CHECKED_IN', 'CHECKED_OUT');
