/**
 * Returns the SQL for the paths to completions: the touches in the days before each, over all visitors of its person,
 * without direct ones. Current links also apply to earlier touches. A path with only one channel is reduced to one
 * touch, which gets all credit in every model.
 * @param completions a query with `occurred_at`, `visitor_id` and `end_user_id`; it refers to `:workspaceId` and
 * `:lookbackDays`
 * @param columns of that query; each row has them in addition to `channels` and `agesDays`
 */
export const pathsTo = (completions: string, columns: readonly string[]): string => `
  with done as materialized (${completions})
  select ${columns.map((column) => `d."${column}"`).join(', ')}, p.channels, p."agesDays"
    from done d
    left join lateral (
      select l.end_user_id from current_visitor_links l
       where d.end_user_id is null and l.workspace_id = :workspaceId and l.visitor_id = d.visitor_id offset 0
    ) l on true
    cross join lateral (select coalesce(d.end_user_id, l.end_user_id) as person) o
    cross join lateral (
      select coalesce(case when is_one then channels[1:1] else channels end, '{}') as channels,
             coalesce(case when is_one then ages[1:1] else ages end, '{}') as "agesDays"
        from (
          select min(t.channel) = max(t.channel) as is_one,
                 array_agg(t.channel order by t.at, t.event_id) as channels,
                 array_agg(extract(epoch from d.occurred_at - t.at)::float8 / 86400 order by t.at, t.event_id) as ages
            from visitor_touches t
           where t.workspace_id = :workspaceId and t.is_touch and t.channel <> 'direct' and t.at <= d.occurred_at
             and t.at >= d.occurred_at - make_interval(hours => 24 * cast(:lookbackDays as int))
             and t.visitor_id = any (case when o.person is null then array[d.visitor_id] else array(
                   select d.visitor_id
                   union
                   select l.visitor_id from current_visitor_links l
                    where l.workspace_id = :workspaceId and l.end_user_id = o.person) end)
        ) touched
    ) p`;
