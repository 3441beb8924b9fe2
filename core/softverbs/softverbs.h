/* What the device offers beyond verbs: queues whose requests and completions others write and read by themselves, as
 * programs on a GPU do. Plain C, so that any program can take it. */
#pragma once

#include <infiniband/verbs.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A request: one slot, and behind it as many more as its pieces or its inline bytes take. Integers as the CPU has them,
 * `immediate` as it goes over the wire. A slot that is not the first of a request holds four more pieces or 64 more bytes. */
struct softverbs_request {
  uint8_t opcode; /* enum ibv_wr_opcode: WRITE to ATOMIC_FETCH_AND_ADD */
  uint8_t flags;  /* enum ibv_send_flags: FENCE, SIGNALED, SOLICITED, INLINE */
  uint8_t pieces; /* of local memory, 30 at most */
  uint8_t slots;  /* of this request, this one included */
  uint32_t immediate;
  uint64_t wr_id;
  uint64_t remote_address;
  uint32_t remote_key;
  uint32_t inline_bytes;
  union {
    struct ibv_sge piece[2];
    uint8_t inlined[32];
    struct {
      uint64_t compare_add;
      uint64_t swap;
      struct ibv_sge result;
    } atomic;
  };
} __attribute__((aligned(64)));

/* `turn` is 1 on the first lap over the queue, 0 on the second, and so on; it is written last. */
struct softverbs_completion {
  struct ibv_wc wc;
  uint32_t slot; /* of a send queue: requests up to and with the one that ends before this slot are done; counts on, 32 bits */
  uint8_t is_solicited;
  uint8_t is_unsolicited; /* of a write with an immediate that took no receive (EFA) */
  uint8_t reserved[9];
  uint8_t turn;
} __attribute__((aligned(64)));

/* Queue pairs and completion queues that are made in this context from now on are read and written as those of mlx5 adapters, by
 * hand only: ibv_post_send and ibv_poll_cq refuse them, and mlx5dv_init_obj (infiniband/mlx5dv.h) maps them. Requests are one slot
 * of one piece, or of 28 inline bytes; completions are struct mlx5_cqe64. What such a pair receives completes in a queue that was
 * made before. Its doorbell record counts; its register is written only. 0, or an error number. */
int softverbs_use_mlx5(struct ibv_context* context);

/* A send queue. Slots are `stride` bytes, their number a power of two. `*doorbell` is the index behind the newest request
 * that is written: it counts on, over all laps, and is only seen by softverbs_ring(). */
struct softverbs_send_queue {
  void* slots;
  uint32_t slot_count;
  uint32_t stride;
  uint64_t* doorbell;
};

/* A completion queue: entries of `stride` bytes. Who reads them tells how many by `*consumed`, which counts on. */
struct softverbs_completion_queue {
  void* entries;
  uint32_t entry_count;
  uint32_t stride;
  uint32_t* consumed;
};

/* 0, or EOPNOTSUPP where the queue is one of mlx5's. A queue that is mapped belongs to who mapped it: ibv_post_send and
 * ibv_poll_cq are for the others. */
int softverbs_map_send_queue(struct ibv_qp* qp, struct softverbs_send_queue* queue);
int softverbs_map_completion_queue(struct ibv_cq* cq, struct softverbs_completion_queue* queue);

/* Carries out what the doorbell announces, in the caller's thread. 0, or ENOMEM where more was announced than the queue
 * holds: the queue pair is in error then (a queue that ran over). */
int softverbs_ring(struct ibv_qp* qp);

#ifdef __cplusplus
}
#endif
